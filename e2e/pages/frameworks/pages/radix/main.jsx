import { Checkbox, Label, RadioGroup, Select, Slider, Switch, ToggleGroup } from 'radix-ui'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const track = { position: 'relative', display: 'flex', width: 200, height: 20, background: '#ddd' }
const thumb = { display: 'block', width: 20, height: 20, background: '#333' }

function Settings() {
  const [values, setValues] = useState({
    fruit: '',
    terms: false,
    density: 'normal',
    alerts: false,
    volume: [30],
    align: 'left',
  })
  const put = (key) => (value) => setValues((old) => ({ ...old, [key]: value }))
  exposeState(() => values)
  const submit = (event) => {
    event.preventDefault()
    receive(values)
  }
  return (
    <form aria-label="Settings" onSubmit={submit}>
      <h1>Settings</h1>
      <Fruit value={values.fruit} onChange={put('fruit')} />
      <Label.Root htmlFor="terms">I agree</Label.Root>
      <Checkbox.Root id="terms" checked={values.terms} onCheckedChange={put('terms')} style={thumb}>
        <Checkbox.Indicator>✓</Checkbox.Indicator>
      </Checkbox.Root>
      <Density value={values.density} onChange={put('density')} />
      <Label.Root htmlFor="alerts">Alerts</Label.Root>
      <Switch.Root id="alerts" checked={values.alerts} onCheckedChange={put('alerts')} style={track}>
        <Switch.Thumb style={thumb} />
      </Switch.Root>
      <Slider.Root value={values.volume} max={100} step={1} onValueChange={put('volume')} style={track}>
        <Slider.Track style={{ flex: 1 }}>
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb aria-label="Volume" style={thumb} />
      </Slider.Root>
      <ToggleGroup.Root
        type="single"
        aria-label="Alignment"
        value={values.align}
        onValueChange={(align) => align && put('align')(align)}
      >
        <ToggleGroup.Item value="left">Left</ToggleGroup.Item>
        <ToggleGroup.Item value="right">Right</ToggleGroup.Item>
      </ToggleGroup.Root>
      <button type="submit">Save settings</button>
      <output />
    </form>
  )
}

function Fruit({ value, onChange }) {
  return (
    <Select.Root value={value} onValueChange={onChange}>
      <Select.Trigger aria-label="Fruit">
        <Select.Value placeholder="Pick a fruit…" />
      </Select.Trigger>
      <Select.Portal>
        <Select.Content position="popper" style={{ background: 'white' }}>
          <Select.Viewport>
            {['Apple', 'Pear', 'Plum'].map((fruit) => (
              <Select.Item key={fruit} value={fruit.toLowerCase()}>
                <Select.ItemText>{fruit}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  )
}

function Density({ value, onChange }) {
  return (
    <RadioGroup.Root aria-label="Density" value={value} onValueChange={onChange}>
      {['normal', 'comfortable', 'compact'].map((density) => (
        <div key={density}>
          <RadioGroup.Item value={density} id={`density-${density}`} style={thumb}>
            <RadioGroup.Indicator>•</RadioGroup.Indicator>
          </RadioGroup.Item>
          <label htmlFor={`density-${density}`}>{density}</label>
        </div>
      ))}
    </RadioGroup.Root>
  )
}

createRoot(document.getElementById('root')).render(<Settings />)
markReady()
