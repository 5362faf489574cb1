import 'element-plus/dist/index.css'
import { createApp } from 'vue'
import { markReady } from '../truth.js'
import App from './App.vue'

createApp(App).mount('#root')
markReady()
