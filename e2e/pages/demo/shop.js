const direction = new URLSearchParams(location.search).get('dir')
if (direction === 'rtl') document.documentElement.dir = 'rtl'

const form = document.querySelector('#booking')
const times = [...form.elements.time.options].map((option) => option.value)

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

function joinWaitlist({ name, date, guests }) {
  const list = document.querySelector('#waitlist')
  const entry = document.createElement('li')
  entry.textContent = `${name}, ${date}, ${guests} guests`
  list.querySelector('ol').append(entry)
  list.hidden = false
  return { position: list.querySelectorAll('li').length }
}

const party = {
  date: { type: 'string', format: 'date', description: 'Day of the visit, yyyy-mm-dd' },
  guests: { type: 'integer', minimum: 1, maximum: 6, description: 'How many people' },
}

const tools = [
  {
    name: 'find_tables',
    title: 'Find free tables',
    description: 'Lists the times of one evening at which a table for the party is free.',
    inputSchema: {
      type: 'object',
      properties: party,
      required: ['date', 'guests'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true },
    execute: async (input) => findTables(input),
  },
  {
    name: 'join_waitlist',
    title: 'Join the waiting list',
    description: 'Puts a name on the waiting list of a full evening.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1, maxLength: 80 }, ...party },
      required: ['name', 'date', 'guests'],
      additionalProperties: false,
    },
    annotations: { consequentialHint: true },
    execute: async (input) => joinWaitlist(input),
  },
]

async function registerTools() {
  if (!document.modelContext) return
  for (const tool of tools) await document.modelContext.registerTool(tool)
}

let bookings = 0

form.addEventListener('submit', (event) => {
  event.preventDefault()
  bookings += 1
  const [name, date, time, guests] = ['name', 'date', 'time', 'guests'].map(
    (field) => form.elements[field].value,
  )
  const day = new Date(`${date}T12:00`).toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const booked = document.querySelector('#booked')
  booked.querySelector('.details').textContent = `${name}, ${day} at ${time}, for ${guests}`
  booked.querySelector('.reference').textContent = `Reference BL-${1000 + bookings}`
  booked.hidden = false
  booked.scrollIntoView({ block: 'nearest' })
})

await registerTools()
