/* oxlint-disable unicorn/consistent-function-scoping, unicorn/no-thenable, typescript/no-extraneous-class -- It means to be odd. */
/**
 * What a hostile page gives where it is asked for something sensible: values, tools and answers, the same ones for the
 * same seed. Runs in the page.
 */
globalThis.createHostility = (seed) => {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = (list) => list[Math.floor(random() * list.length)]
  const isLucky = (chance) => random() < chance
  const broken = () => {
    throw pick([new Error('hostile'), null, undefined, 'hostile', { name: broken, message: broken }])
  }

  const throwingProxy = () => {
    const traps = ['get', 'has', 'ownKeys', 'getPrototypeOf', 'getOwnPropertyDescriptor']
    return new Proxy({}, Object.fromEntries(traps.map((trap) => [trap, broken])))
  }
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    return proxy
  }
  const nested = (depth) => {
    let value = {}
    for (let level = 0; level < depth; level++) value = isLucky(0.5) ? { a: value } : [value]
    return value
  }
  const cyclic = () => {
    const value = { a: [] }
    value.a.push(value)
    return value
  }
  const text = () =>
    pick([
      '',
      'text',
      'x'.repeat(pick([10, 5_000, 100_000])),
      '\u0000\u001b[31m',
      '\ud800',
      '\u202eevil',
      '__proto__',
      'constructor',
      'Error: hostile',
      'Error [invalid_input]: hostile',
      '{"a":',
      '{"__proto__":{"polluted":true}}',
      '[]',
      '<img src=x onerror=alert(1)>',
    ])
  const makers = [
    () => undefined,
    () => null,
    () => pick([true, false, 0, -0, NaN, Infinity, 1e308]),
    () => pick([1n, Symbol('hostile'), Symbol.iterator]),
    text,
    text,
    () => ({}),
    () => [],
    cyclic,
    throwingProxy,
    revoked,
    () => nested(pick([10, 70, 3_000])),
    () => Object.create(null),
    () => broken,
    () => class {},
    () => new Date(NaN),
    () => new Map([[{}, {}]]),
    () => new Uint8Array(pick([1, 1_000])),
    () => ({ toJSON: pick([broken, () => undefined, () => 5, () => ({ toJSON: broken })]) }),
    () => ({ toString: broken, valueOf: broken, [Symbol.toPrimitive]: broken }),
    () => ({ length: 2 ** 32, 0: 'a' }),
    () => Array(pick([10, 10_000])),
    () => Object.defineProperty({}, 'then', { get: broken }),
    () => ({ then: pick([broken, (done) => [done(1), done(2), broken()]]) }),
    () => ({
      content: pick([[{ type: 'text', text: text() }], [null], 'x', cyclic()]),
      isError: isLucky(0.5),
    }),
    () => window,
    () => document,
  ]
  const value = () => pick(makers)()

  const answers = [
    () => value,
    () => async () => value(),
    () => () => broken(),
    () => async () => broken(),
    () => (input, options) => ({ input, keys: Object.keys(options) }),
    () => (_input, options) => {
      for (const key of Object.keys(options)) options[key] = broken
      return options
    },
    () => (_input, options) => {
      options.registerUndo?.(value())
      options.files?.resolve(value()).catch(() => {})
      void options.confirm?.(value()).catch(() => {})
      return value()
    },
  ]
  const never = () => new Promise(() => {})

  const schema = () =>
    pick([
      undefined,
      { type: 'object' },
      { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      { type: 'object', properties: { a: value() } },
      { $ref: '#' },
      { $ref: 'https://elsewhere.example/schema' },
      { allOf: [{ $ref: '#' }] },
      { type: pick(['array', 'nonsense', ['object', 'null']]) },
      { properties: JSON.parse('{"__proto__":{"type":"string"}}') },
      nested(pick([10, 2_000])),
      value(),
    ])

  const members = () => ({
    title: value,
    inputSchema: schema,
    annotations: () => pick([{ readOnlyHint: value() }, { destructiveHint: value() }, value()]),
    sensitivePaths: () => pick([['a'], [value()], value, () => broken(), value()]),
    summary: () => pick([value, broken, () => 'x'.repeat(100_000), value()]),
    kind: value,
    hints: value,
  })

  /** A hostile tool of this name; `isUsable`: what the standard asks of one is there, so that it can be called. */
  const tool = (name, isUsable) => {
    const made = { name, description: 'Hostile', execute: isLucky(0.003) ? never : pick(answers)() }
    if (isUsable) {
      made.annotations = { readOnlyHint: true }
      made.sensitivePaths = members().sensitivePaths()
      made.summary = members().summary()
      return made
    }
    for (const [key, make] of Object.entries(members())) if (isLucky(0.4)) made[key] = make()
    if (isLucky(0.3)) made[pick(['name', 'description', 'execute'])] = value()
    if (isLucky(0.1)) Object.defineProperty(made, pick(Object.keys(made)), { get: broken })
    return isLucky(0.05)
      ? new Proxy(made, { get: (from, key) => (isLucky(0.2) ? broken() : from[key]) })
      : made
  }
  return { random, isLucky, value, tool }
}
