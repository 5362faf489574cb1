import {
  AutoComplete,
  Button,
  Checkbox,
  DatePicker,
  Form,
  Input,
  InputNumber,
  Radio,
  Rate,
  Select,
  Slider,
  Switch,
  TimePicker,
} from 'antd'
import { createRoot } from 'react-dom/client'
import { exposeState, markReady, receive } from '../truth.js'

const initialValues = {
  name: '',
  notes: '',
  amount: 1,
  plan: 's',
  colours: ['red'],
  city: '',
  day: null,
  time: null,
  terms: false,
  days: ['mo'],
  size: 'm',
  alerts: false,
  volume: 30,
  stars: 1,
}

const plain = (values) => ({
  ...values,
  day: values.day ? values.day.format('YYYY-MM-DD') : null,
  time: values.time ? values.time.format('HH:mm') : null,
})
const option = (value, label) => ({ value, label })

function Order() {
  const [form] = Form.useForm()
  exposeState(() => plain(form.getFieldsValue(true)))
  return (
    <Form
      form={form}
      aria-label="Order"
      initialValues={initialValues}
      onFinish={() => receive(plain(form.getFieldsValue(true)))}
    >
      <h1>Order</h1>
      <Typed />
      <Chosen />
      <Button type="primary" htmlType="submit">
        Order now
      </Button>
      <output />
    </Form>
  )
}

function Typed() {
  return (
    <>
      <Form.Item name="name" label="Name" rules={[{ required: true, message: 'Please give a name' }]}>
        <Input />
      </Form.Item>
      <Form.Item name="notes" label="Notes">
        <Input.TextArea rows={2} />
      </Form.Item>
      <Form.Item name="amount" label="Amount">
        <InputNumber min={0} max={99} />
      </Form.Item>
      <Form.Item name="city" label="City">
        <AutoComplete
          options={[option('Oslo', 'Oslo'), option('Ghent', 'Ghent'), option('Porto', 'Porto')]}
        />
      </Form.Item>
      <Form.Item name="day" label="Delivery day">
        <DatePicker />
      </Form.Item>
      <Form.Item name="time" label="Delivery time">
        <TimePicker format="HH:mm" />
      </Form.Item>
      <Form.Item name="volume" label="Volume">
        <Slider />
      </Form.Item>
      <Form.Item name="stars" label="Stars">
        <Rate />
      </Form.Item>
    </>
  )
}

function Chosen() {
  return (
    <>
      <Form.Item name="plan" label="Plan">
        <Select options={[option('s', 'Small box'), option('m', 'Medium box'), option('l', 'Large box')]} />
      </Form.Item>
      <Form.Item name="colours" label="Colours">
        <Select
          mode="multiple"
          options={[option('red', 'Red'), option('green', 'Green'), option('blue', 'Blue')]}
        />
      </Form.Item>
      <Form.Item name="terms" valuePropName="checked">
        <Checkbox>I agree</Checkbox>
      </Form.Item>
      <Form.Item name="days" label="Days">
        <Checkbox.Group
          options={[option('mo', 'Monday'), option('tu', 'Tuesday'), option('we', 'Wednesday')]}
        />
      </Form.Item>
      <Form.Item name="size" label="Size">
        <Radio.Group options={[option('s', 'Small'), option('m', 'Medium'), option('l', 'Large')]} />
      </Form.Item>
      <Form.Item name="alerts" label="Alerts" valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Order />)
markReady()
