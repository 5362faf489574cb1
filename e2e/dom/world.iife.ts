import {
  callTool,
  offerFile,
  describeTools,
  installRegistry,
  listTools,
  previewTool,
  undoCall,
} from './recording-registry.ts'

/** What a test sees of the form source: it runs in a world of its own, as the content script does. */
const source = { offerFile, callTool, describeTools, installRegistry, listTools, previewTool, undoCall }
Object.assign(globalThis, { formSource: source })
installRegistry()
