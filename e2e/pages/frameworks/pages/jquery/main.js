import './globals.js'
import 'jquery-ui/dist/themes/base/jquery-ui.css'
import 'select2/dist/css/select2.css'
import 'jquery-ui/dist/jquery-ui.js'
import installSelect2 from 'select2'
import { exposeState, markReady, receive } from '../truth.js'

const $ = window.jQuery
installSelect2(window, $)

$('#root').html(`
  <form aria-label="Enquiry">
    <h1>Enquiry</h1>
    <p><label for="name">Name</label> <input id="name" name="name"></p>
    <p><label for="subject">Subject</label> <input id="subject" name="subject"></p>
    <p><label for="day">Day</label> <input id="day" name="day"></p>
    <p><label for="town">Town</label> <input id="town" name="town"></p>
    <p><label for="rooms">Rooms</label> <input id="rooms" name="rooms" value="1"></p>
    <p><label for="country">Country</label>
      <select id="country" name="country" style="width: 200px">
        <option value=""></option><option value="at">Austria</option><option value="be">Belgium</option>
      </select></p>
    <p><label for="tags">Topics</label>
      <select id="tags" name="tags" multiple style="width: 200px">
        <option value="a" selected>Art</option><option value="m">Music</option><option value="s">Sport</option>
      </select></p>
    <p><label><input type="checkbox" name="copy" value="1"> Send me a copy</label></p>
    <p><label><input type="radio" name="way" value="mail" checked> Mail</label>
       <label><input type="radio" name="way" value="phone"> Phone</label></p>
    <p><label for="text">Text</label> <textarea id="text" name="text"></textarea></p>
    <button type="submit">Ask</button>
    <output></output>
  </form>`)

// What a page of that time keeps: a model filled by handlers of each kind of event.
const model = {
  name: '',
  subject: '',
  day: '',
  town: '',
  rooms: '1',
  country: '',
  tags: ['a'],
  copy: false,
  way: 'mail',
  text: '',
}
$('#name, #text').on('keyup', function () {
  model[this.name] = $(this).val()
})
$('#subject').on('blur', function () {
  model.subject = $(this).val()
})
$('#day, #town, #country, #tags').on('change', function () {
  model[this.name] = $(this).val()
})
$('[name=copy]').on('click', function () {
  model.copy = this.checked
})
$('[name=way]').on('change', function () {
  model.way = $('[name=way]:checked').val()
})
$('#day').datepicker({ dateFormat: 'yy-mm-dd', onSelect: (day) => (model.day = day) })
$('#town').autocomplete({
  source: ['Graz', 'Linz', 'Wien'],
  change: (event) => (model.town = event.target.value),
  select: (_event, { item }) => (model.town = item.value),
})
$('#rooms').spinner({ min: 0, max: 9, change: (event) => (model.rooms = event.target.value) })
$('#country, #tags').select2()

exposeState(() => model)
$('form').on('submit', (event) => {
  event.preventDefault()
  receive(model)
})
markReady()
