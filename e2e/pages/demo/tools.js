/**
 * The tools that Bistro Lucie registers at `document.modelContext`. Each shows something that Countersign adds to the
 * web's own API, and each works without it too.
 */

const times = Array.from(document.querySelectorAll('option'), (option) => option.value)
const notes = document.querySelector('#waitlist')
const events = document.querySelector('#events')

/** How many seats are free: decided by the date and the time alone, so that everyone sees the same. */
function freeSeats(date, time) {
  let seed = 7
  for (const letter of `${date} ${time}`) seed = (seed * 31 + letter.charCodeAt(0)) % 9973
  return seed % 7
}

function findTables({ date, guests }) {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Error('date must be yyyy-mm-dd')
  return {
    date,
    guests,
    tables: times
      .map((time) => ({ time, seats: freeSeats(date, time) }))
      .filter((table) => table.seats >= guests),
  }
}

/** Puts a line under a heading; returns what takes it away again. */
function addLine(section, text) {
  const entry = document.createElement('li')
  entry.textContent = text
  section.querySelector('ol').append(entry)
  section.hidden = false
  return () => {
    entry.remove()
    section.hidden = section.querySelector('li') === null
  }
}

const answered = new Map()

/**
 * `callId` tells a repeated call from a second wish; `registerUndo` says how to take the call back.
 * @param {any} input @param {ModelContextToolOptions} options
 */
function joinWaitlist({ name, date, guests }, { callId, registerUndo }) {
  if (callId && answered.has(callId)) return answered.get(callId)
  const remove = addLine(notes, `${name}, ${date}, ${guests} guests`)
  registerUndo?.(() => {
    remove()
    return { removed: name }
  })
  const answer = { position: notes.querySelectorAll('li').length }
  if (callId) answered.set(callId, answer)
  return answer
}

/**
 * `confirm` asks the person in the middle of a call; `caller` says whether a person stands behind it.
 * @param {any} input @param {ModelContextToolOptions} options
 */
async function payDeposit({ amount, card }, { caller, confirm }) {
  const fee = amount > 100 ? 5 : 0
  if (fee > 0) {
    const asked = await confirm?.({
      summary: `Deposits over €100 cost a fee of €${fee}. Pay €${amount + fee}?`,
      changes: [{ path: 'amount', before: amount, after: amount + fee }],
    })
    if (!asked?.approved) return 'Error [fee_refused]: The fee was not accepted, nothing was charged'
  }
  const consent = caller === 'human' ? ', approved by you' : ''
  addLine(events, `Deposit of €${amount + fee}, card ending ${card.number.slice(-4)}${consent}`)
  return { paid: amount + fee, currency: 'EUR' }
}

/**
 * `files.resolve` gives the file that the person picked, or that was fetched from an allowed address.
 * @param {any} input @param {ModelContextToolOptions} options
 */
async function addMenuCard({ file }, { files }) {
  if (!files) return 'Error: A file can only be taken over with Countersign'
  const picked = await files.resolve(file)
  addLine(events, `Menu card ${picked.name}, ${picked.size} bytes`)
  return { name: picked.name, bytes: picked.size }
}

const party = {
  date: { type: 'string', format: 'date', description: 'Day of the visit, yyyy-mm-dd' },
  guests: { type: 'integer', minimum: 1, maximum: 6, description: 'How many people' },
}

const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

/** @type {ModelContextTool<any>[]} */
const tools = [
  {
    name: 'find_tables',
    title: 'Find free tables',
    description: 'Lists the times of one evening at which a table for the party is free.',
    inputSchema: object(party),
    annotations: { readOnlyHint: true },
    execute: async (input) => findTables(input),
  },
  {
    name: 'join_waitlist',
    title: 'Join the waiting list',
    description: 'Puts a name on the waiting list of a full evening.',
    inputSchema: object({ name: { type: 'string', minLength: 1, maxLength: 80 }, ...party }),
    annotations: { consequentialHint: true },
    summary: ({ name, date, guests }) => `Join the waiting list of ${date}: ${name}, ${guests} guests`,
    execute: async (input, options) => joinWaitlist(input, options),
  },
  {
    name: 'pay_deposit',
    title: 'Pay a deposit',
    description: 'Pays a deposit for a large party with a card. It cannot be taken back.',
    inputSchema: object({
      amount: { type: 'integer', minimum: 10, maximum: 500, description: 'Euro' },
      card: object({
        number: { type: 'string', pattern: '^[0-9 ]{12,23}$' },
        code: { type: 'string', pattern: '^[0-9]{3,4}$' },
      }),
    }),
    annotations: { destructiveHint: true },
    sensitivePaths: ['card.number', 'card.code'],
    summary: ({ amount }) => `Pay a deposit of €${amount}`,
    execute: (input, options) => payDeposit(input, options),
  },
  {
    name: 'add_menu_card',
    title: 'Add a menu card',
    description: 'Adds a file with the wishes for a set menu.',
    inputSchema: object({
      file: { type: 'object', 'x-countersign-file': { accept: '.pdf,.txt', maxBytes: 1_000_000 } },
    }),
    summary: () => 'Hand a menu card to the kitchen',
    execute: (input, options) => addMenuCard(input, options),
  },
]

if (document.modelContext) {
  for (const tool of tools) await document.modelContext.registerTool(tool)
}
