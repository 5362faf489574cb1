import '../core/jitless.ts'
import { startDocumentHost, type DocumentHost } from './document-host.ts'

// One host for each document, however often the script is injected. After an extension reload the old host is a zombie:
// it says so, and a fresh one takes its place.
const world = globalThis as typeof globalThis & { countersignHost?: DocumentHost }

if (world.countersignHost?.isAlive() !== true) world.countersignHost = startDocumentHost()
