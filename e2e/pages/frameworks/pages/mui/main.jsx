import {
  Autocomplete,
  Checkbox,
  FormControl,
  FormControlLabel,
  FormLabel,
  InputLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Switch,
  TextField,
  Typography,
} from '@mui/material'
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs'
import { DatePicker } from '@mui/x-date-pickers/DatePicker'
import { LocalizationProvider } from '@mui/x-date-pickers/LocalizationProvider'
import { TimePicker } from '@mui/x-date-pickers/TimePicker'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const empty = {
  name: '',
  bio: '',
  guests: '',
  room: '',
  tags: [],
  country: null,
  skills: ['Juggling'],
  day: null,
  time: null,
  terms: false,
  alerts: true,
  meal: 'fish',
  volume: 30,
  stars: 2,
}
const countries = ['Austria', 'Belgium', 'Canada', 'Denmark', 'Estonia', 'Finland']
const skills = ['Juggling', 'Cooking', 'Sailing', 'Chess']

const plain = (values) => ({
  ...values,
  day: values.day?.isValid() ? values.day.format('YYYY-MM-DD') : null,
  time: values.time?.isValid() ? values.time.format('HH:mm') : null,
})

function Stay() {
  const [values, setValues] = useState(empty)
  const put = (key, value) => setValues((old) => ({ ...old, [key]: value }))
  exposeState(() => plain(values))
  const submit = (event) => {
    event.preventDefault()
    receive(plain(values))
  }
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <form aria-label="Stay" onSubmit={submit}>
        <h1>Plan your stay</h1>
        <Texts values={values} put={put} />
        <Choices values={values} put={put} />
        <DatePicker label="Arrival day" value={values.day} onChange={(day) => put('day', day)} />
        <TimePicker
          ampm={false}
          label="Arrival time"
          value={values.time}
          onChange={(time) => put('time', time)}
        />
        <Toggles values={values} put={put} />
        <button type="submit">Reserve</button>
        <output />
      </form>
    </LocalizationProvider>
  )
}

function Texts({ values, put }) {
  const bind = (key) => ({ value: values[key], onChange: (event) => put(key, event.target.value) })
  return (
    <>
      <TextField label="Full name" required {...bind('name')} />
      <TextField label="Biography" multiline minRows={2} {...bind('bio')} />
      <TextField label="Guests" type="number" {...bind('guests')} />
    </>
  )
}

function Choices({ values, put }) {
  return (
    <>
      <FormControl fullWidth>
        <InputLabel id="room-label">Room</InputLabel>
        <Select
          labelId="room-label"
          label="Room"
          value={values.room}
          onChange={(event) => put('room', event.target.value)}
        >
          <MenuItem value="single">Single room</MenuItem>
          <MenuItem value="double">Double room</MenuItem>
          <MenuItem value="suite">Suite</MenuItem>
        </Select>
      </FormControl>
      <FormControl fullWidth>
        <InputLabel id="tags-label">Wishes</InputLabel>
        <Select
          multiple
          labelId="tags-label"
          label="Wishes"
          value={values.tags}
          onChange={(event) => put('tags', event.target.value)}
        >
          <MenuItem value="quiet">Quiet</MenuItem>
          <MenuItem value="view">With a view</MenuItem>
          <MenuItem value="bath">Bath tub</MenuItem>
        </Select>
      </FormControl>
      <Autocomplete
        options={countries}
        value={values.country}
        onChange={(_event, country) => put('country', country)}
        renderInput={(params) => <TextField {...params} label="Country" />}
      />
      <Autocomplete
        multiple
        options={skills}
        value={values.skills}
        onChange={(_event, chosen) => put('skills', chosen)}
        renderInput={(params) => <TextField {...params} label="Skills" />}
      />
    </>
  )
}

function Toggles({ values, put }) {
  return (
    <>
      <FormControlLabel
        label="I accept the house rules"
        control={<Checkbox checked={values.terms} onChange={(event) => put('terms', event.target.checked)} />}
      />
      <FormControlLabel
        label="Send alerts"
        control={<Switch checked={values.alerts} onChange={(event) => put('alerts', event.target.checked)} />}
      />
      <FormControl>
        <FormLabel id="meal-label">Meal</FormLabel>
        <RadioGroup
          aria-labelledby="meal-label"
          name="meal"
          value={values.meal}
          onChange={(event) => put('meal', event.target.value)}
        >
          <FormControlLabel value="fish" control={<Radio />} label="Fish" />
          <FormControlLabel value="meat" control={<Radio />} label="Meat" />
          <FormControlLabel value="vegan" control={<Radio />} label="Vegan" />
        </RadioGroup>
      </FormControl>
      <Typography id="volume-label">Volume</Typography>
      <Slider
        aria-labelledby="volume-label"
        value={values.volume}
        onChange={(_event, volume) => put('volume', volume)}
      />
      <FormControl>
        <FormLabel id="stars-label">Stars</FormLabel>
        <Rating name="stars" value={values.stars} onChange={(_event, stars) => put('stars', stars)} />
      </FormControl>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Stay />)
markReady()
