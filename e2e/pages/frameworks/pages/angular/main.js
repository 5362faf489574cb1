import '@angular/compiler'
import { Component, provideZonelessChangeDetection } from '@angular/core'
import { FormControl, FormGroup, ReactiveFormsModule, Validators } from '@angular/forms'
import { bootstrapApplication } from '@angular/platform-browser'
import { exposeState, markReady, receive } from '../truth.js'

const template = `
  <form aria-label="Application" [formGroup]="form" (ngSubmit)="send()">
    <h1>Application</h1>
    <label>Name <input formControlName="name" /></label>
    <label>Cover letter <textarea formControlName="letter"></textarea></label>
    <label>Salary <input type="number" formControlName="salary" /></label>
    <label>Team
      <select formControlName="team">
        <option value="">Choose…</option>
        <option value="a">Team Alpha</option>
        <option value="b">Team Beta</option>
      </select>
    </label>
    <label>Languages
      <select multiple formControlName="languages">
        <option value="en">English</option>
        <option value="fr">French</option>
        <option value="de">German</option>
      </select>
    </label>
    <label><input type="checkbox" formControlName="agree" /> I agree</label>
    <fieldset>
      <legend>Working time</legend>
      <label><input type="radio" formControlName="time" value="full" /> Full time</label>
      <label><input type="radio" formControlName="time" value="part" /> Part time</label>
    </fieldset>
    <label>First day <input type="date" formControlName="day" /></label>
    <label>Level <input type="range" min="0" max="100" formControlName="level" /></label>
    <label>Reference <input formControlName="reference" /></label>
    <button type="submit" [disabled]="form.invalid || !form.dirty">Save</button>
    <output></output>
  </form>`

class Application {
  form = new FormGroup({
    name: new FormControl('', [Validators.required]),
    letter: new FormControl(''),
    salary: new FormControl(1000),
    team: new FormControl(''),
    languages: new FormControl(['en']),
    agree: new FormControl(false),
    time: new FormControl('full'),
    day: new FormControl(''),
    level: new FormControl(30),
    reference: new FormControl('', { updateOn: 'blur' }),
  })

  constructor() {
    exposeState(() => this.form.value)
    const flags = () => ({ isDirty: this.form.dirty, isTouched: this.form.controls.name.touched })
    Object.assign(window, { __formFlags: flags })
  }

  send() {
    receive(this.form.value)
  }
}

const Root = Component({ selector: 'app-root', imports: [ReactiveFormsModule], template })(Application)
document.getElementById('root').append(document.createElement('app-root'))
await bootstrapApplication(Root, { providers: [provideZonelessChangeDetection()] })
markReady()
