import { openDB, type DBSchema, type IDBPDatabase, type IDBPTransaction, type StoreNames } from 'idb'
import type { HistoryEntry } from './history.ts'
import { fillEntries, type StoredEntry } from './history-entries.ts'
import type { StoredSegment } from './history-segments.ts'
import type { Outcome } from './outcomes.ts'

export interface CountersignDatabase extends DBSchema {
  history: { key: number; value: StoredEntry; indexes: { callId: string } }
  historySegments: { key: number; value: StoredSegment }
  outcomes: { key: string; value: Outcome; indexes: { agentId: string; confirmId: string } }
}

export const databaseName = 'countersign'
const databaseVersion = 2

type Upgrade = IDBPTransaction<CountersignDatabase, StoreNames<CountersignDatabase>[], 'versionchange'>

// One connection for each context, opened at first use.
let connection: Promise<IDBPDatabase<CountersignDatabase>> | undefined

export const openDatabase = (): Promise<IDBPDatabase<CountersignDatabase>> => (connection ??= connect())

const forget = (): void => {
  connection = undefined
}

async function connect(): Promise<IDBPDatabase<CountersignDatabase>> {
  const opening = openDB<CountersignDatabase>(databaseName, databaseVersion, {
    upgrade: (database, from, _to, transaction) => upgrade(database, from, transaction),
    // An old panel must not keep an updated worker from opening a newer version.
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  })
  opening.catch(forget)
  return opening
}

/** Each step takes a database of the version before to its own; what a person has recorded survives all of them. */
async function upgrade(
  database: IDBPDatabase<CountersignDatabase>,
  from: number,
  transaction: Upgrade,
): Promise<void> {
  if (from < 1) createOutcomes(database)
  if (from >= 1) await rekeyHistory(database, transaction)
  else createHistory(database)
}

function createOutcomes(database: IDBPDatabase<CountersignDatabase>): void {
  const outcomes = database.createObjectStore('outcomes', { keyPath: 'callId' })
  outcomes.createIndex('agentId', 'agentId')
  outcomes.createIndex('confirmId', 'confirmId')
}

function createHistory(database: IDBPDatabase<CountersignDatabase>): void {
  database
    .createObjectStore('history', { keyPath: 'order' })
    .createIndex('callId', 'callId', { unique: true })
  database.createObjectStore('historySegments', { keyPath: 'first' })
}

/** Version 1 kept entries by call id, which cannot be paged by time, and had nothing to search by. */
async function rekeyHistory(
  database: IDBPDatabase<CountersignDatabase>,
  transaction: Upgrade,
): Promise<void> {
  const kept: HistoryEntry[] = await transaction.objectStore('history').getAll()
  database.deleteObjectStore('history')
  createHistory(database)
  const stores = {
    entries: transaction.objectStore('history'),
    segments: transaction.objectStore('historySegments'),
  }
  await fillEntries(
    stores,
    kept.toSorted((a, b) => a.startedAt - b.startedAt),
  )
}
