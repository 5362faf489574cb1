import '@angular/compiler'
import { Component, createComponent, effect, provideZonelessChangeDetection, signal } from '@angular/core'
import { createApplication } from '@angular/platform-browser'
import { drawn, registerTool, startPage } from './tools.js'

class Counter {
  count = signal(0)
  constructor() {
    effect((onCleanup) => {
      const count = this.count()
      onCleanup(
        registerTool('increment', `Adds one to ${count}`, async () => {
          this.count.set(count + 1)
          await drawn(String(count + 1))
          return { count: count + 1 }
        }),
      )
    })
    effect((onCleanup) => {
      onCleanup(
        registerTool('close', 'Closes the counter', async () => {
          await globalThis.closeComponent()
          return 'closed'
        }),
      )
    })
  }
}
const CounterComponent = Component({
  selector: 'x-counter',
  template: '<output id="count">{{ count() }}</output>',
})(Counter)

const application = await createApplication({ providers: [provideZonelessChangeDetection()] })

startPage((element) => {
  const hostElement = element.appendChild(document.createElement('x-counter'))
  const counter = createComponent(CounterComponent, {
    environmentInjector: application.injector,
    hostElement,
  })
  application.attachView(counter.hostView)
  return () => {
    counter.destroy()
    hostElement.remove()
  }
})
