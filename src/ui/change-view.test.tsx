// @vitest-environment happy-dom
import { render } from 'preact'
import { afterEach, describe, expect, test, vi } from 'vitest'
import english from '../../public/_locales/en/messages.json' with { type: 'json' }
import type { Card } from '../core/confirmation.ts'
import { ChangeView } from './change-view.tsx'
import { SchemaForm } from './schema-form.tsx'
import { createTranslate } from './translate.ts'
import { UiContext, type Ui } from './ui-context.tsx'

const texts: Record<string, { message: string }> = english
const ui: Ui = {
  t: createTranslate((key, given) =>
    (texts[key]?.message ?? '').replaceAll(/\$(\d)/g, (_, index: string) => given[Number(index) - 1] ?? ''),
  ),
  locale: 'en',
  send: (): Promise<never> => Promise.reject(new Error('Nothing is sent here')),
  isSelfOpened: false,
  showPage: () => undefined,
  findTabs: () => Promise.resolve([]),
}

function draw(content: preact.ComponentChildren): HTMLElement {
  render(<UiContext.Provider value={ui}>{content}</UiContext.Provider>, document.body)
  return document.body
}
afterEach(() => render(null, document.body))

const shown = (more: Partial<Pick<Card, 'changes' | 'labels' | 'skipped' | 'redacted'>>) => ({
  changes: [],
  labels: {},
  skipped: [],
  redacted: [],
  ...more,
})
const textOf = (element: Element | null): string => element?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? ''

describe('changes', () => {
  test('show label, path, old and new', () => {
    const body = draw(
      <ChangeView
        {...shown({
          changes: [{ path: 'values.guests', before: 2, after: 4 }],
          labels: { 'values.guests': 'Guests' },
        })}
      />,
    )
    expect(textOf(body.querySelector('.change dt'))).toBe('Guests values.guests'.replace(' ', ''))
    expect(textOf(body.querySelector('.before'))).toBe('from 2')
    expect(textOf(body.querySelector('.after'))).toBe('to 4')
  })

  test('say what is empty, and read lists and objects', () => {
    const after = { names: ['Ada', 'Grace'], isOpen: true }
    const body = draw(<ChangeView {...shown({ changes: [{ path: 'party', after }] })} />)
    expect(textOf(body.querySelector('.before'))).toBe('from empty')
    expect([...body.querySelectorAll('.after li')].map(textOf)).toEqual(['Ada', 'Grace'])
    expect(textOf(body.querySelector('.after .value-fields'))).toContain('isOpen')
    expect(textOf(body.querySelector('.after .value-fields'))).toContain('yes')
  })

  test('keep all of a long value in the page, behind a fold', () => {
    const after = `${'x'.repeat(5_000)}END`
    const body = draw(<ChangeView {...shown({ changes: [{ path: 'note', after }] })} />)
    expect(body.querySelector('.folded')?.textContent).toBe(after)
  })

  test('strip what cannot be seen, and isolate the rest', () => {
    const body = draw(
      <ChangeView
        {...shown({ changes: [{ path: 'a', after: 'x\u202Ey\u200B' }], labels: { a: 'L\u2066abel' } })}
      />,
    )
    expect(body.querySelector('.after bdi')?.textContent).toBe('xy')
    expect(body.querySelector('dt bdi')?.textContent).toBe('Label')
  })
})

describe('a hidden value', () => {
  const changes = [{ path: 'card', before: '[redacted]', after: '[redacted]' }]

  test('is revealed by a press and hidden by another, the new side only', async () => {
    const reveal = vi.fn(() => Promise.resolve('4111'))
    const hidden = shown({ changes, redacted: [{ path: 'card', why: 'field' }] })
    const body = draw(<ChangeView {...hidden} reveal={reveal} />)
    expect(textOf(body.querySelector('.after'))).toContain('Hidden because the field holds a secret')
    const buttons = body.querySelectorAll('button')
    expect(buttons).toHaveLength(1)
    buttons[0]?.click()
    await vi.waitFor(() => expect(textOf(body.querySelector('.after'))).toContain('4111'))
    expect(reveal).toHaveBeenCalledWith('card')
    body.querySelector('button')?.click()
    await vi.waitFor(() => expect(textOf(body.querySelector('.after'))).not.toContain('4111'))
  })

  test('is told apart from a page that writes the placeholder itself', () => {
    const body = draw(<ChangeView {...shown({ changes })} />)
    expect(body.querySelector('.hidden-value')).toBeNull()
    expect(textOf(body.querySelector('.after'))).toBe('to [redacted]')
  })
})

const findHidden = (path: string) => (path === 'card' ? ('field' as const) : undefined)

describe('a form with a placeholder', () => {
  const schema = { type: 'object', properties: { name: { type: 'string' }, card: { type: 'string' } } }
  const value = { name: 'Ada', card: '[redacted]' }
  test('keeps it while something else is typed', () => {
    const onChange = vi.fn()
    const body = draw(
      <SchemaForm schema={schema} value={value} onChange={onChange} issues={[]} findHidden={findHidden} />,
    )
    expect(textOf(body)).toContain('stays as it is')
    const input = body.querySelector('input')
    if (!input) throw new Error('No field')
    input.value = 'Grace'
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    expect(onChange).toHaveBeenCalledWith({ name: 'Grace', card: '[redacted]' })
  })

  test('lets go of it only on purpose', () => {
    const onChange = vi.fn()
    const body = draw(
      <SchemaForm schema={schema} value={value} onChange={onChange} issues={[]} findHidden={findHidden} />,
    )
    const replace = [...body.querySelectorAll('button')].find((button) => textOf(button) === 'Replace')
    replace?.click()
    expect(onChange).toHaveBeenCalledWith({ name: 'Ada', card: '' })
  })
})
