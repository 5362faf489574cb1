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
    [{ name: 'mantine-k3j5x9a2b', label: 'Full name', id: 'mantine-k3j5x9a2b' }, 'full_name'],
    [{ name: '', label: 'Fruit', id: 'radix-«r1»' }, 'fruit'],
    [{ name: 'address2', label: 'Second line', id: '' }, 'address2'],
  ])('names %j', (names, key) => {
    expect(fieldKey(names)).toBe(key)
  })

  it('gives no key that would be read as a path', () => {
    expect(fieldKey({ name: 'a.b.c', label: undefined, id: '' })).not.toContain('.')
  })
})

describe('isTellingName', () => {
  it.each([
    'react-aria-12',
    'react-aria-:r4:-label',
    'mui-45',
    'input_7',
    ':r1:',
    ':R1m:',
    '«r3»',
    '_r_1_',
    'field-«r1»',
    'base-ui-:r1:',
    'radix-_r_3_',
    'radix-«rk»',
    'headlessui-listbox-button-:r1:',
    'headlessui-control-_r_3_',
    'mantine-abc123',
    'mantine-qwertyuio',
    'mantine-r3xk9abcd-target',
    'v-0-1',
    'v-7',
    'input-v-12',
    's12',
    'cl-4',
    'el-id-1024-5',
    'rc_select_0',
    'mat-input-0',
    'mat-mdc-checkbox-3-input',
    'ember123',
    'pn_id_1',
    'react-select-2-input',
    'entry.1234567',
    'a1b2c3d4e5f6',
    '9b2f0d4e-6a1c-4f1e-8a3f-0b1c2d3e4f50',
    '17',
    '0-0-1',
  ])('takes %s for made up', (name) => expect(isTellingName(name)).toBe(false))
  it.each([
    'email',
    'line1',
    'q',
    'first-name',
    'address_2',
    'loginForm:username',
    'ctl00$Main$txtEmail',
    'radix',
    'mantine_color',
    'variant',
    'price_eur',
    'city-name',
    'cc-number',
    'user[0]',
    'r_and_d',
    'year_r_squared',
  ])('takes %s for telling', (name) => expect(isTellingName(name)).toBe(true))
})

describe('createUniqueNames', () => {
  it('counts from 2, never collides with a name that is there, and avoids names of object internals', () => {
    const unique = createUniqueNames('-')
    expect(['a', 'a', 'a-2', 'a'].map(unique)).toEqual(['a', 'a-2', 'a-2-2', 'a-3'])
    expect(unique('constructor')).toBe('constructor-field')
    expect(unique('__proto__')).toBe('__proto__-field')
  })
})
