import IMask from 'imask'
import Inputmask from 'inputmask'
import { useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { IMaskInput } from 'react-imask'
import { NumericFormat, PatternFormat } from 'react-number-format'
import { exposeState, markReady, receive } from '../truth.js'

const outside = {}

function Invoice() {
  const [values, setValues] = useState({ phone: '', amount: null, iban: '' })
  const put = (key, value) => setValues((old) => ({ ...old, [key]: value }))
  const read = () => ({
    ...values,
    plate: outside.plate?.value ?? '',
    zip: outside.zip?.inputmask?.unmaskedvalue() ?? '',
  })
  exposeState(read)
  const submit = (event) => {
    event.preventDefault()
    receive(read())
  }
  return (
    <form aria-label="Invoice" onSubmit={submit}>
      <h1>Invoice</h1>
      <label>
        Phone
        <IMaskInput
          mask="(000) 000-0000"
          value={values.phone}
          unmask
          onAccept={(unmasked) => put('phone', unmasked)}
        />
      </label>
      <label>
        Amount
        <NumericFormat
          thousandSeparator=","
          prefix="$"
          value={values.amount ?? ''}
          onValueChange={({ floatValue }) => put('amount', floatValue ?? null)}
        />
      </label>
      <label>
        Account
        <PatternFormat
          format="#### #### ####"
          value={values.iban}
          onValueChange={({ value }) => put('iban', value)}
        />
      </label>
      <Bare />
      <button type="submit">Send invoice</button>
      <output />
    </form>
  )
}

/** Masks that no framework knows of, on inputs that nobody renders again. */
function Bare() {
  const plate = useRef(null)
  const zip = useRef(null)
  useEffect(() => {
    outside.plate = IMask(plate.current, { mask: 'aa-0000', prepareChar: (char) => char.toUpperCase() })
    outside.zip = zip.current
    Inputmask({ mask: '99999-999', showMaskOnHover: false }).mask(zip.current)
  }, [])
  return (
    <>
      <label>
        Licence plate <input ref={plate} />
      </label>
      <label>
        Postal code <input ref={zip} />
      </label>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Invoice />)
markReady()
