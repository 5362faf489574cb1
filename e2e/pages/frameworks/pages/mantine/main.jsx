import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import {
  Autocomplete,
  Checkbox,
  Group,
  MantineProvider,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Radio,
  SegmentedControl,
  Select,
  Slider,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { DateInput, DatePickerInput, TimeInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const initialValues = {
  name: '',
  about: '',
  seats: 1,
  fruit: null,
  fruits: ['apple'],
  city: '',
  terms: false,
  days: ['mo'],
  size: 'm',
  alerts: false,
  volume: 30,
  day: null,
  birthday: null,
  time: '',
  view: 'list',
  tags: [],
  secret: '',
}
const fruits = [
  { value: 'apple', label: 'Apple' },
  { value: 'pear', label: 'Pear' },
  { value: 'plum', label: 'Plum' },
]

function Event() {
  const form = useForm({ mode: 'controlled', initialValues })
  exposeState(() => form.getValues())
  return (
    <MantineProvider>
      <form aria-label="Event" onSubmit={form.onSubmit(receive)}>
        <h1>Event</h1>
        <Typed form={form} />
        <Chosen form={form} />
        <button type="submit">Save event</button>
        <output />
      </form>
    </MantineProvider>
  )
}

function Typed({ form }) {
  return (
    <>
      <TextInput label="Name" {...form.getInputProps('name')} />
      <Textarea label="About" {...form.getInputProps('about')} />
      <NumberInput label="Seats" min={0} max={500} {...form.getInputProps('seats')} />
      <Autocomplete label="City" data={['Oslo', 'Ghent', 'Porto']} {...form.getInputProps('city')} />
      <DateInput label="Birthday" valueFormat="YYYY-MM-DD" {...form.getInputProps('birthday')} />
      <DatePickerInput label="Day" {...form.getInputProps('day')} />
      <TimeInput label="Time" {...form.getInputProps('time')} />
      <TagsInput label="Tags" {...form.getInputProps('tags')} />
      <PasswordInput label="Password" {...form.getInputProps('secret')} />
    </>
  )
}

function Chosen({ form }) {
  return (
    <>
      <Select label="Fruit" data={fruits} {...form.getInputProps('fruit')} />
      <MultiSelect label="Fruits" data={fruits} {...form.getInputProps('fruits')} />
      <Checkbox label="I agree" {...form.getInputProps('terms', { type: 'checkbox' })} />
      <Checkbox.Group label="Days" {...form.getInputProps('days')}>
        <Group>
          <Checkbox value="mo" label="Monday" />
          <Checkbox value="tu" label="Tuesday" />
          <Checkbox value="we" label="Wednesday" />
        </Group>
      </Checkbox.Group>
      <Radio.Group label="Size" {...form.getInputProps('size')}>
        <Radio value="s" label="Small" />
        <Radio value="m" label="Medium" />
        <Radio value="l" label="Large" />
      </Radio.Group>
      <Switch label="Alerts" {...form.getInputProps('alerts', { type: 'checkbox' })} />
      <p id="volume-label">Volume</p>
      <Slider aria-labelledby="volume-label" thumbLabel="Volume" {...form.getInputProps('volume')} />
      <SegmentedControl aria-label="View" data={['list', 'grid', 'map']} {...form.getInputProps('view')} />
    </>
  )
}

createRoot(document.getElementById('root')).render(<Event />)
markReady()
