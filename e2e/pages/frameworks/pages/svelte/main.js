import { mount } from 'svelte'
import { markReady } from '../truth.js'
import App from './App.svelte'

mount(App, { target: document.getElementById('root') })
markReady()
