import { describe, expect, test } from 'vitest'
import { isSensitiveName } from './redaction.ts'

describe('a name or label that says that a value is secret', () => {
  test.each([
    'password',
    'New password:',
    'newPassword',
    'user_password',
    'Passcode',
    'PIN',
    'pin-code',
    'CVC',
    'cvv2',
    'Card number',
    'cardNumber',
    'card_num',
    'password2',
    'pin1',
    'newpassword',
    'creditcardnumber',
    'cc-number',
    'SSN',
    'Social Security Number',
    'OTP',
    'One-time code',
    'token',
    'accessToken',
    'csrf_token',
    'client_secret',
    'API key',
    'apiKey',
    'Passwort wiederholen',
    'Mot de passe',
    'كلمة المرور',
    '密码',
  ])('%s', (name) => {
    expect(isSensitiveName(name, [])).toBe(true)
  })
})

describe('a name that says nothing of the kind is left alone', () => {
  test.each([
    'text',
    'value',
    'name',
    'Spinner',
    'passwordless',
    'line2',
    'pinned',
    'secretary',
    'keyword',
    'nextPageToken',
    'max_tokens',
    'token count',
    'password length',
    'Passport number',
    'Card holder',
    'hospital',
    'description',
    '',
  ])('%s', (name) => {
    expect(isSensitiveName(name, [])).toBe(false)
  })
})

describe("the person's own rules", () => {
  test.each([
    ['customer id', 'customerId', true],
    ['customer id', 'Customer-ID (old)', true],
    ['IBAN', 'iban', true],
    ['customer id', 'customer', false],
    ['', 'anything', false],
    ['  ', 'anything', false],
  ])('%j names %j: %s', (rule, name, expected) => {
    expect(isSensitiveName(name, [rule])).toBe(expected)
  })
})
