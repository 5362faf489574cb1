import { createRoot } from 'react-dom/client'
import { Controller, useForm } from 'react-hook-form'
import { exposeState, markReady, receive } from '../truth.js'

const defaultValues = {
  fullName: 'Ada Lovelace',
  email: '',
  notes: '',
  guests: 2,
  seating: '',
  extras: ['bread'],
  newsletter: false,
  diet: [],
  contact: 'email',
  day: '',
  time: '',
  budget: 40,
  colour: '#336699',
  nickname: '',
}

function Booking() {
  const { register, control, handleSubmit, getValues, formState } = useForm({ defaultValues, mode: 'onBlur' })
  exposeState(getValues)
  return (
    <form aria-label="Booking" onSubmit={handleSubmit(receive)} noValidate>
      <h1>Book a table</h1>
      <Native register={register} errors={formState.errors} />
      <Choices register={register} />
      <Controller
        name="nickname"
        control={control}
        rules={{ maxLength: 20 }}
        render={({ field }) => (
          <label>
            Nickname <input {...field} />
          </label>
        )}
      />
      <button type="submit">Book</button>
      <output />
    </form>
  )
}

function Native({ register, errors }) {
  return (
    <>
      <label htmlFor="full-name">Full name</label>
      <input id="full-name" {...register('fullName', { required: 'Please give your name' })} />
      <label htmlFor="email">Email</label>
      <input
        id="email"
        type="email"
        aria-invalid={errors.email ? 'true' : 'false'}
        aria-describedby="email-error"
        {...register('email', { required: 'Please give an email address' })}
      />
      <p id="email-error" role="alert">
        {errors.email?.message}
      </p>
      <label>
        Notes <textarea rows="3" {...register('notes')} />
      </label>
      <label>
        Guests <input type="number" min="1" max="12" {...register('guests', { valueAsNumber: true })} />
      </label>
      <label>
        Day <input type="date" {...register('day')} />
      </label>
      <label>
        Time <input type="time" {...register('time')} />
      </label>
      <label>
        Budget{' '}
        <input type="range" min="0" max="200" step="5" {...register('budget', { valueAsNumber: true })} />
      </label>
      <label>
        Colour <input type="color" {...register('colour')} />
      </label>
    </>
  )
}

function Choices({ register }) {
  return (
    <>
      <label>
        Seating
        <select {...register('seating')}>
          <option value="">Choose…</option>
          <option value="in">Inside</option>
          <option value="terrace">On the terrace</option>
        </select>
      </label>
      <label>
        Extras
        <select multiple {...register('extras')}>
          <option value="bread">Bread</option>
          <option value="olives">Olives</option>
          <option value="water">Still water</option>
        </select>
      </label>
      <label>
        <input type="checkbox" {...register('newsletter')} /> Newsletter
      </label>
      <fieldset>
        <legend>Diet</legend>
        {['Vegan', 'Halal', 'Gluten-free'].map((diet) => (
          <label key={diet}>
            <input type="checkbox" value={diet.toLowerCase()} {...register('diet')} /> {diet}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>Contact by</legend>
        {['Email', 'Phone'].map((way) => (
          <label key={way}>
            <input type="radio" value={way.toLowerCase()} {...register('contact')} /> {way}
          </label>
        ))}
      </fieldset>
    </>
  )
}

createRoot(document.getElementById('root')).render(<Booking />)
markReady()
