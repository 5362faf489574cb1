import { openDB, type DBSchema, type IDBPDatabase } from 'idb'
import type { HistoryEntry } from './history.ts'
import type { Outcome } from './outcomes.ts'

export interface CountersignDatabase extends DBSchema {
  history: { key: string; value: HistoryEntry; indexes: { startedAt: number } }
  outcomes: { key: string; value: Outcome; indexes: { agentId: string; confirmId: string } }
}

// One connection for each context, opened at first use.
let connection: Promise<IDBPDatabase<CountersignDatabase>> | undefined

export const openDatabase = (): Promise<IDBPDatabase<CountersignDatabase>> =>
  (connection ??= openDB<CountersignDatabase>('countersign', 1, {
    upgrade(database) {
      database.createObjectStore('history', { keyPath: 'callId' }).createIndex('startedAt', 'startedAt')
      const outcomes = database.createObjectStore('outcomes', { keyPath: 'callId' })
      outcomes.createIndex('agentId', 'agentId')
      outcomes.createIndex('confirmId', 'confirmId')
    },
    terminated() {
      connection = undefined
    },
  }))
