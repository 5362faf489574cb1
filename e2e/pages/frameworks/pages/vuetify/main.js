import 'vuetify/styles'
import { createApp } from 'vue'
import { createVuetify } from 'vuetify'
import { markReady } from '../truth.js'
import App from './App.vue'

createApp(App).use(createVuetify()).mount('#root')
markReady()
