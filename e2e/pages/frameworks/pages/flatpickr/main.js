import 'flatpickr/dist/flatpickr.css'
import flatpickr from 'flatpickr'
import { dayOf, exposeState, markReady, receive, timeOf } from '../truth.js'

document.getElementById('root').innerHTML = `
  <form aria-label="Trip">
    <h1>Trip</h1>
    <label>Departure <input id="departure" /></label>
    <label for="return">Return</label> <input id="return" />
    <label>Meeting time <input id="time" /></label>
    <label>Typed day <input id="typed" /></label>
    <button type="submit">Plan trip</button>
    <output></output>
  </form>`

const departure = flatpickr('#departure', { disableMobile: true })
const back = flatpickr('#return', { altInput: true, altFormat: 'F j, Y', disableMobile: true })
const time = flatpickr('#time', {
  enableTime: true,
  noCalendar: true,
  time_24hr: true,
  dateFormat: 'H:i',
  disableMobile: true,
})
const typed = flatpickr('#typed', { allowInput: true, dateFormat: 'Y-m-d', disableMobile: true })

const read = () => ({
  departure: dayOf(departure.selectedDates[0]),
  back: dayOf(back.selectedDates[0]),
  time: timeOf(time.selectedDates[0]),
  typed: dayOf(typed.selectedDates[0]),
})
exposeState(read)
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  receive(read())
})
markReady()
