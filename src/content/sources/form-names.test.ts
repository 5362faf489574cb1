import { describe, expect, it } from 'vitest'
import { createUniqueNames, fieldKey, isTellingName, slugOf } from './form-names.ts'

describe('slugOf', () => {
  it.each([
    ['Book a table', 'book-a-table'],
    ['  Réserver — une table!', 'reserver-une-table'],
    ["What's new?", 'whats-new'],
    ['حجز', ''],
    ['x'.repeat(90), 'x'.repeat(48)],
  ])('makes a tool name of %j', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })
})

describe('fieldKey', () => {
  it.each([
    [{ name: 'email', label: 'Your email', id: 'x' }, 'email'],
    [{ name: 'user[address].street', label: 'Street', id: '' }, 'user_address_street'],
    [{ name: ':r1:', label: 'Full name', id: ':r1:' }, 'full_name'],
    [{ name: 'field_12345', label: 'Phone number:', id: '' }, 'phone_number'],
    [{ name: 'el-id-9940-25', label: 'Size', id: '' }, 'size'],
    [{ name: '', label: 'Größe', id: '' }, 'größe'],
    [{ name: '', label: 'الاسم الكامل', id: '' }, 'الاسم_الكامل'],
    [{ name: '', label: undefined, id: 'street' }, 'street'],
    [{ name: '', label: undefined, id: '' }, 'field'],
    [{ name: 'address2', label: 'Second line', id: '' }, 'address2'],
  ])('names %j', (names, key) => {
    expect(fieldKey(names)).toBe(key)
  })

  it('gives no key that would be read as a path', () => {
    expect(fieldKey({ name: 'a.b.c', label: undefined, id: '' })).not.toContain('.')
  })
})

describe('isTellingName', () => {
  it.each(['react-aria-12', 'mui-45', 'input_7', '«r3»', 'a1b2c3d4e5f6', '17', 'headlessui-control-_r_3_'])(
    'takes %s for made up',
    (name) => expect(isTellingName(name)).toBe(false),
  )
  it.each(['email', 'line1', 'q', 'first-name', 'address_2'])('takes %s for telling', (name) =>
    expect(isTellingName(name)).toBe(true),
  )
})

describe('createUniqueNames', () => {
  it('counts from 2, never collides with a name that is there, and avoids names of object internals', () => {
    const unique = createUniqueNames('-')
    expect(['a', 'a', 'a-2', 'a'].map(unique)).toEqual(['a', 'a-2', 'a-2-2', 'a-3'])
    expect(unique('constructor')).toBe('constructor-field')
    expect(unique('__proto__')).toBe('__proto__-field')
  })
})
