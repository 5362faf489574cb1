const direction = new URLSearchParams(location.search).get('dir')
if (direction === 'rtl') document.documentElement.dir = 'rtl'

const form = document.querySelector('#booking')

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
