import { fakeBrowser } from '@webext-core/fake-browser'
import { beforeEach, expect, it, vi } from 'vitest'
import { agentForTests, callForTests, waitingForTests } from './call-for-tests.ts'

vi.mock('webextension-polyfill', () => ({ default: fakeBrowser }))
const { noticeAccess, noticeCall } = await import('./request-notice.ts')
const { settingsChanges } = await import('../store/settings.ts')

const create = vi.fn(async (_id: string, _notice: { message: string }) => '')
const openPopup = vi.fn(async () => {})
const setPopup = vi.fn(async (_to: { popup: string }) => {})

beforeEach(() => {
  fakeBrowser.reset()
  create.mockClear()
  openPopup.mockClear()
  setPopup.mockClear()
  Object.assign(fakeBrowser.notifications, { create })
  Object.assign(fakeBrowser, { i18n: { getMessage: (key: string) => key } })
  Object.assign(fakeBrowser.runtime, { getURL: (path: string) => path })
  vi.stubGlobal('chrome', { action: { openPopup, setPopup } })
})

it('says who asks, where and with which tool, and no value', async () => {
  const waiting = waitingForTests('held')
  const pending = waiting.state === 'held' ? { ...waiting, summary: 'Book for Ada Secret' } : undefined
  await noticeCall(callForTests({ title: 'Book a \u202Etable', pending }))
  const [id, notice] = create.mock.calls[0] ?? []
  expect(id).toMatch(/^pending:/)
  expect(notice?.message).toBe('Claude Code · https://bistro.example · Book a table')
})

it('of a request for a page says the site and not the address', async () => {
  await noticeAccess({
    requestId: 'r-1',
    agent: agentForTests,
    origin: 'https://bistro.example',
    url: 'https://bistro.example/?q=secret',
    reason: 'To compare menus',
    createdAt: 1,
    expiresAt: 2,
  })
  expect(create.mock.calls[0]?.[1].message).toBe('Claude Code · https://bistro.example · notice_access')
})

it('comes as a notification, as the popup, as both or not at all, as the person set it', async () => {
  await noticeCall(callForTests())
  expect([create.mock.calls.length, openPopup.mock.calls.length]).toEqual([1, 0])
  await settingsChanges.update(() => ({ isNotifying: false, isPopupOpenedOnRequest: true }))
  await noticeCall(callForTests())
  expect([create.mock.calls.length, openPopup.mock.calls.length]).toEqual([1, 1])
  expect(setPopup.mock.calls.map(([{ popup }]) => popup)).toEqual([
    'src/popup/index.html?opened=request',
    'src/popup/index.html',
  ])
  await settingsChanges.update(() => ({ isNotifying: false }))
  await noticeCall(callForTests())
  expect([create.mock.calls.length, openPopup.mock.calls.length]).toEqual([1, 1])
})
