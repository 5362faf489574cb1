import type { EventHub } from './event-hub.ts'
import type { OpenCall } from './open-call.ts'
import type { PendingConfirmation } from './pending-confirmation.ts'
import type { RegisteredTool } from './registered-tool.ts'
import type { RegistryErrorCode, RegistryEvents, RegistryOptions } from './registry.ts'
import type { RejectionMemory } from './rejection-memory.ts'
import type { Toolbox } from './toolbox.ts'
import type { UndoStore } from './undo-store.ts'

/** What the steps of a call share with the registry that runs them. */
export type CallHost = {
  readonly options: RegistryOptions
  readonly now: () => number
  readonly events: EventHub<RegistryEvents>
  readonly toolbox: Toolbox
  readonly calls: Map<string, OpenCall>
  /** Every question that is open. */
  readonly pending: Set<PendingConfirmation>
  readonly rejections: RejectionMemory
  readonly undo: UndoStore
  rules: readonly string[]
  isDisposed: boolean
  /** A run is over: what it changed may be what another card shows. */
  onRan(tool: RegisteredTool): void
  reportError(code: RegistryErrorCode, message: string, about?: { tool?: string; cause?: unknown }): void
}
