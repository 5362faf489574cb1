/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method, unicorn/no-thenable, unicorn/prefer-add-event-listener -- What runs in the page stands on its own, and means to be odd. */
import { apis, expect, test } from './webmcp-page.ts'

// What the standard's own tests ask of one page, by behaviour, of the browser's API and of the page script's alike.

declare global {
  interface Window {
    /** Name of the error that a promise rejected with, `['thrown', it]` where it is none, or `['ok', value]`. */
    nameOf: (promise: Promise<unknown>) => Promise<unknown>
  }
}

const prelude = `<script>
  window.nameOf = (promise) => promise.then(
    (value) => ['ok', value],
    (error) => (error instanceof Error || error instanceof DOMException ? error.name : ['thrown', error]),
  )
</script>`

for (const api of apis) {
  test.describe(api, () => {
    test('the interfaces are where the standard puts them', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const seen = await page.evaluate(async () => {
        const { modelContext } = document
        const descriptor = Object.getOwnPropertyDescriptor(Document.prototype, 'modelContext')
        return {
          isSame: modelContext === document.modelContext,
          isTarget: modelContext instanceof EventTarget && modelContext instanceof ModelContext,
          isAccessor: typeof descriptor?.get === 'function' && descriptor.set === undefined,
          isConfigurable: descriptor?.configurable,
          isOwn: Object.hasOwn(document, 'modelContext'),
          handlers: [modelContext.ontoolchange, modelContext.ontoolactivated, modelContext.ontoolcancel],
          canConstruct: await window.nameOf((async () => Reflect.construct(ModelContext, []))()),
          illegal: await window.nameOf(
            Reflect.apply(modelContext.registerTool, {}, [{ name: 'a', description: 'd', execute() {} }]),
          ),
          event: new ToolActivatedEvent('toolactivated', { toolName: 'x' }).toolName,
          empty: new ToolCancelEvent('toolcancel').toolName,
        }
      })
      expect(seen).toEqual({
        isSame: true,
        isTarget: true,
        isAccessor: true,
        isConfigurable: true,
        isOwn: false,
        handlers: [null, null, null],
        canConstruct: 'TypeError',
        illegal: 'TypeError',
        event: 'x',
        empty: '',
      })
    })

    test('what is not a tool is rejected by the error of the standard', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const rejections = await page.evaluate(async () => {
        const register = (tool: unknown, options?: object) =>
          window.nameOf(document.modelContext.registerTool(tool as never, options))
        const execute = () => 1
        const tool = { name: 'a', description: 'd', execute }
        const cycle: Record<string, unknown> = {}
        cycle['cycle'] = cycle
        await document.modelContext.registerTool({ ...tool, name: 'taken' })
        return {
          nothing: await register(undefined),
          text: await register('x'),
          noName: await register({ description: 'd', execute }),
          noDescription: await register({ name: 'a', execute }),
          noExecute: await register({ name: 'a', description: 'd' }),
          executeText: await register({ ...tool, execute: 'x' }),
          emptyName: await register({ ...tool, name: '' }),
          space: await register({ ...tool, name: 'a b' }),
          umlaut: await register({ ...tool, name: 'ä' }),
          newline: await register({ ...tool, name: 'a\n' }),
          tooLong: await register({ ...tool, name: 'a'.repeat(129) }),
          emptyDescription: await register({ ...tool, description: '' }),
          taken: await register({ ...tool, name: 'taken' }),
          schemaText: await register({ ...tool, inputSchema: 'x' }),
          schemaNull: await register({ ...tool, inputSchema: null }),
          schemaCycle: await register({ ...tool, inputSchema: cycle }),
          schemaUndefined: await register({ ...tool, inputSchema: { toJSON: () => undefined } }),
          schemaFunction: await register({ ...tool, inputSchema: () => 1 }),
          schemaThrows: await register({
            ...tool,
            inputSchema: {
              toJSON() {
                throw new RangeError('no')
              },
            },
          }),
          annotations: await register({ ...tool, annotations: 'x' }),
          options: await register(tool, 'x' as never),
          signal: await register(tool, { signal: {} }),
          aborted: await register(tool, { signal: AbortSignal.abort('why') }),
          insecure: await register(tool, { exposedTo: ['http://shop.example'] }),
          noOrigin: await register(tool, { exposedTo: ['nonsense'] }),
          noList: await register(tool, { exposedTo: 'https://shop.example' }),
          left: (await document.modelContext.getTools()).map(({ name }) => name),
        }
      })
      expect(rejections).toEqual({
        nothing: 'TypeError',
        text: 'TypeError',
        noName: 'TypeError',
        noDescription: 'TypeError',
        noExecute: 'TypeError',
        executeText: 'TypeError',
        emptyName: 'InvalidStateError',
        space: 'InvalidStateError',
        umlaut: 'InvalidStateError',
        newline: 'InvalidStateError',
        tooLong: 'InvalidStateError',
        emptyDescription: 'InvalidStateError',
        taken: 'InvalidStateError',
        schemaText: 'TypeError',
        schemaNull: 'TypeError',
        schemaCycle: 'TypeError',
        schemaUndefined: 'TypeError',
        schemaFunction: 'TypeError',
        schemaThrows: 'RangeError',
        annotations: 'TypeError',
        options: 'TypeError',
        signal: 'TypeError',
        aborted: ['thrown', 'why'],
        insecure: 'SecurityError',
        noOrigin: 'SecurityError',
        noList: 'TypeError',
        left: ['taken'],
      })
    })

    test('getTools gives what was registered, by name, with a copy of the schema', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const tools = await page.evaluate(async () => {
        const inputSchema = { type: 'object', properties: { q: { type: 'string' } } }
        const execute = () => 1
        const { modelContext } = document
        await modelContext.registerTool({ name: 'b', description: 'second', execute })
        await modelContext.registerTool({
          name: 'a',
          title: 'First',
          description: 12 as never,
          inputSchema,
          annotations: { readOnlyHint: true },
          execute,
        })
        await modelContext.registerTool({ name: 'Z.1_-', description: 'third', annotations: {}, execute })
        inputSchema.type = 'changed'
        const listed = await modelContext.getTools()
        return listed.map(({ window: owner, ...tool }) => ({ ...tool, isHere: owner === window }))
      })
      const origin = new URL(page.url()).origin
      const hints = {
        consequentialHint: false,
        debugging: false,
        readOnlyHint: false,
        untrustedContentHint: false,
      }
      expect(tools).toEqual([
        { name: 'Z.1_-', title: '', description: 'third', annotations: hints, origin, isHere: true },
        {
          name: 'a',
          title: 'First',
          description: '12',
          inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
          annotations: { ...hints, readOnlyHint: true },
          origin,
          isHere: true,
        },
        { name: 'b', title: '', description: 'second', origin, isHere: true },
      ])
    })

    test('executeTool gives text: as it is, or the JSON of what was returned', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const results = await page.evaluate(async () => {
        const values: Record<string, () => unknown> = {
          text: () => 's',
          empty: () => '',
          number: () => 5,
          nothing: () => null,
          undefined: () => undefined,
          boolean: () => false,
          object: () => ({ a: 1 }),
          later: async () => ({ a: 1 }),
          list: () => [1, undefined],
          date: () => new Date(0),
          big: () => 5n,
          function: () => () => 1,
          cycle: () => {
            const cycle: Record<string, unknown> = {}
            cycle['cycle'] = cycle
            return cycle
          },
          throws: () => {
            throw new Error('no')
          },
          rejects: () => Promise.reject(new Error('no')),
          aborts: () => Promise.reject(new DOMException('no', 'AbortError')),
        }
        const results: Record<string, unknown> = {}
        for (const [name, execute] of Object.entries(values)) {
          await document.modelContext.registerTool({ name, description: 'd', execute })
          const tool = (await document.modelContext.getTools()).find((listed) => listed.name === name)
          if (tool) results[name] = await window.nameOf(document.modelContext.executeTool(tool, {}))
        }
        return results
      })
      expect(results).toEqual({
        text: ['ok', 's'],
        empty: ['ok', 'Operation succeeded'],
        number: ['ok', '5'],
        nothing: ['ok', 'null'],
        undefined: ['ok', 'undefined'],
        boolean: ['ok', 'false'],
        object: ['ok', '{"a":1}'],
        later: ['ok', '{"a":1}'],
        list: ['ok', '[1,null]'],
        date: ['ok', '"1970-01-01T00:00:00.000Z"'],
        big: ['ok', '5'],
        function: ['ok', 'undefined'],
        cycle: 'UnknownError',
        throws: 'UnknownError',
        rejects: 'UnknownError',
        aborts: 'UnknownError',
      })
    })

    test('the input of executeTool is an object, and arrays are objects', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const results = await page.evaluate(async () => {
        const { modelContext } = document
        await modelContext.registerTool({ name: 'echo', description: 'd', execute: (input) => ({ input }) })
        const [tool] = await modelContext.getTools()
        const execute = (...args: unknown[]) =>
          window.nameOf(Reflect.apply(modelContext.executeTool, modelContext, [tool, ...args]))
        const cycle: Record<string, unknown> = {}
        cycle['cycle'] = cycle
        return {
          none: await execute(),
          undefined: await execute(undefined),
          object: await execute({ a: 1, gone: undefined }),
          array: await execute([1, 2]),
          text: await execute('{}'),
          number: await execute(5),
          boolean: await execute(true),
          null: await execute(null),
          toUndefined: await execute({ toJSON: () => undefined }),
          toNumber: await execute({ toJSON: () => 5 }),
          cycle: await execute(cycle),
          signal: await execute({}, { signal: 5 }),
        }
      })
      expect(results).toEqual({
        none: ['ok', '{"input":{}}'],
        undefined: ['ok', '{"input":{}}'],
        object: ['ok', '{"input":{"a":1}}'],
        array: ['ok', '{"input":[1,2]}'],
        text: 'TypeError',
        number: 'TypeError',
        boolean: 'TypeError',
        null: 'TypeError',
        toUndefined: 'TypeError',
        toNumber: 'UnknownError',
        cycle: 'TypeError',
        signal: 'TypeError',
      })
    })

    test('executeTool wants a whole tool, of this document', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const results = await page.evaluate(async () => {
        const { modelContext } = document
        await modelContext.registerTool({ name: 'echo', description: 'd', execute: () => 'done' })
        const whole = { name: 'echo', description: 'd', window, origin: self.origin }
        const execute = (tool: unknown) => window.nameOf(modelContext.executeTool(tool as never, {}))
        const without = (key: string) =>
          Object.fromEntries(Object.entries(whole).filter(([name]) => name !== key))
        return {
          handMade: await execute(whole),
          text: await execute('echo'),
          none: await execute(undefined),
          noName: await execute(without('name')),
          noDescription: await execute(without('description')),
          noOrigin: await execute(without('origin')),
          noWindow: await execute(without('window')),
          windowNull: await execute({ ...whole, window: null }),
          unknown: await execute({ ...whole, name: 'other' }),
          badOrigin: await execute({ ...whole, origin: 'zzz' }),
          otherOrigin: await execute({ ...whole, origin: 'https://shop.example' }),
        }
      })
      expect(results).toEqual({
        handMade: ['ok', 'done'],
        text: 'TypeError',
        none: 'TypeError',
        noName: 'TypeError',
        noDescription: 'TypeError',
        noOrigin: 'TypeError',
        noWindow: 'TypeError',
        windowNull: 'TypeError',
        unknown: 'UnknownError',
        badOrigin: 'NotSupportedError',
        otherOrigin: 'UnknownError',
      })
    })

    test('events come in order: change before registered, activated with the call, cancel after the abort', async ({
      open,
    }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const log = await page.evaluate(async () => {
        const { modelContext } = document
        const log: string[] = []
        modelContext.ontoolchange = () => log.push('change')
        modelContext.addEventListener('toolactivated', (event) => {
          const isPlain =
            !event.bubbles && !event.cancelable && !event.composed && event.target === modelContext
          log.push(`activated ${event.toolName} ${event instanceof ToolActivatedEvent && isPlain}`)
        })
        modelContext.ontoolcancel = (event) => {
          log.push(`cancel ${event.toolName} ${event instanceof ToolCancelEvent}`)
        }
        const registration = new AbortController()
        const registered = modelContext.registerTool(
          {
            name: 'slow',
            description: 'd',
            execute: (_input, { signal }) => {
              log.push(`execute ${signal.aborted}`)
              signal.addEventListener('abort', () => log.push(`signal ${(signal.reason as Error).name}`))
              return new Promise(() => {})
            },
          },
          { signal: registration.signal },
        )
        log.push('called')
        await registered
        log.push('registered')
        const [tool] = await modelContext.getTools()
        const call = new AbortController()
        const activated = new Promise((done) => modelContext.addEventListener('toolactivated', done))
        const cancelled = new Promise((done) => modelContext.addEventListener('toolcancel', done))
        const result = modelContext.executeTool(tool as never, {}, { signal: call.signal })
        log.push('executing')
        await activated
        call.abort('why')
        await result.catch((error: unknown) => log.push(`rejected ${String(error)}`))
        await cancelled
        const changed = new Promise((done) => modelContext.addEventListener('toolchange', done))
        registration.abort()
        log.push('unregistered')
        await changed
        return log
      })
      expect(log).toEqual([
        'called',
        'change',
        'registered',
        'executing',
        'execute false',
        'activated slow true',
        'rejected why',
        'signal AbortError',
        'cancel slow true',
        'unregistered',
        'change',
      ])
    })

    test('an abort rejects at once, reaches a call that has just begun, and what it answers later is dropped', async ({
      open,
    }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const seen = await page.evaluate(async () => {
        const { modelContext } = document
        const { promise: answered, resolve: answer } = Promise.withResolvers<string>()
        await modelContext.registerTool({
          name: 'late',
          description: 'd',
          execute: (_input, { signal }) => {
            signal.addEventListener('abort', () => answer('late'))
            return answered
          },
        })
        const [tool] = await modelContext.getTools()
        let rejection: unknown
        modelContext
          .executeTool(tool as never, {}, { signal: AbortSignal.abort('before') })
          .catch((error: unknown) => (rejection = error))
        await Promise.resolve()
        const atOnce = rejection
        const controller = new AbortController()
        const result = modelContext.executeTool(tool as never, {}, { signal: controller.signal })
        controller.abort()
        return { atOnce, result: await window.nameOf(result), answered: await answered }
      })
      expect(seen).toEqual({ atOnce: 'before', result: 'AbortError', answered: 'late' })
    })

    test('calls of one tool at a time have signals of their own', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const seen = await page.evaluate(async () => {
        const { modelContext } = document
        const signals: AbortSignal[] = []
        const answers: ((value: string) => void)[] = []
        const { promise: bothRun, resolve: bothRunNow } = Promise.withResolvers<void>()
        await modelContext.registerTool({
          name: 'twice',
          description: 'd',
          execute: (_input, { signal }) => {
            signals.push(signal)
            if (signals.length === 2) bothRunNow()
            return new Promise((resolve) => answers.push(resolve))
          },
        })
        const [tool] = await modelContext.getTools()
        const first = new AbortController()
        const results = [
          modelContext.executeTool(tool as never, {}, { signal: first.signal }),
          modelContext.executeTool(tool as never, {}),
        ]
        await bothRun
        const cancelled = new Promise((done) => modelContext.addEventListener('toolcancel', done))
        first.abort('first')
        const rejected = await window.nameOf(results[0] as Promise<unknown>)
        await cancelled
        answers[1]?.('second')
        return { rejected, kept: await results[1], aborted: signals.map(({ aborted }) => aborted) }
      })
      expect(seen).toEqual({ rejected: ['thrown', 'first'], kept: 'second', aborted: [true, false] })
    })

    test('a tool that unregisters itself or another while it runs still gives its result', async ({
      open,
    }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const seen = await page.evaluate(async () => {
        const { modelContext } = document
        const own = new AbortController()
        const other = new AbortController()
        await modelContext.registerTool(
          { name: 'other', description: 'd', execute: () => 1 },
          { signal: other.signal },
        )
        await modelContext.registerTool(
          {
            name: 'self',
            description: 'd',
            execute: async () => {
              own.abort()
              other.abort()
              return { status: 'resolved' }
            },
          },
          { signal: own.signal },
        )
        const tool = (await modelContext.getTools()).find(({ name }) => name === 'self')
        const result = await modelContext.executeTool(tool as never, {})
        return { result, left: (await modelContext.getTools()).length }
      })
      expect(seen).toEqual({ result: '{"status":"resolved"}', left: 0 })
    })

    test('registering and aborting at once rejects with the reason and leaves nothing', async ({ open }) => {
      const { page } = await open(api, { html: prelude, hasContent: false })
      const seen = await page.evaluate(async () => {
        const controller = new AbortController()
        const registered = document.modelContext.registerTool(
          { name: 'brief', description: 'd', execute: () => 1 },
          { signal: controller.signal },
        )
        controller.abort('now')
        const rejection = await window.nameOf(registered)
        const again = await window.nameOf(
          document.modelContext.registerTool({ name: 'brief', description: 'd', execute: () => 2 }),
        )
        return { rejection, again, left: (await document.modelContext.getTools()).length }
      })
      expect(seen).toEqual({ rejection: ['thrown', 'now'], again: ['ok', undefined], left: 1 })
    })
  })
}
