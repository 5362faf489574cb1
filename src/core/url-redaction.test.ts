import { describe, expect, test } from 'vitest'
import { redactUrl, redactUrlsInText } from './redaction.ts'

describe('an address', () => {
  test.each([
    ['loses its userinfo', 'https://user:pass@host.example/a?b=c#d', 'https://host.example/a?b=c#d'],
    ['loses userinfo that holds an @', 'https://u@x:p@host.example/', 'https://host.example/'],
    [
      'loses the value of a sensitive parameter',
      'https://a.example/?token=abc&page=2',
      'https://a.example/?token=[redacted]&page=2',
    ],
    [
      'loses it whatever the case and separators',
      'https://a.example/?Access-Token=abc',
      'https://a.example/?Access-Token=[redacted]',
    ],
    [
      'loses it when the name is encoded',
      'https://a.example/?pass%77ord=abc',
      'https://a.example/?pass%77ord=[redacted]',
    ],
    [
      'loses it in the fragment',
      'https://a.example/#id_token=abc&x=1',
      'https://a.example/#id_token=[redacted]&x=1',
    ],
    [
      'loses it in the query of a fragment',
      'https://a.example/#/reset?password=abc',
      'https://a.example/#/reset?password=[redacted]',
    ],
    [
      'loses a long code',
      'https://a.example/cb?code=4/0AX4XfWjabcdefghijkl',
      'https://a.example/cb?code=[redacted]',
    ],
    ['keeps a short code', 'https://a.example/?code=DE', 'https://a.example/?code=DE'],
    [
      'keeps an empty parameter and one without a value',
      'https://a.example/?token=&secret',
      'https://a.example/?token=&secret',
    ],
    [
      'keeps everything else',
      'https://a.example/p/a%20t/h?q=x%2Fy&page=2#top',
      'https://a.example/p/a%20t/h?q=x%2Fy&page=2#top',
    ],
    ['that is none stays', 'not an address', 'not an address'],
    ['with a broken encoding is read as it is', 'https://a.example/?%ZZ=1', 'https://a.example/?%ZZ=1'],
  ])('%s', (_what, url, shown) => {
    expect(redactUrl(url)).toBe(shown)
  })

  test("obeys the person's own rules", () => {
    expect(redactUrl('https://a.example/?customer=7', ['customer'])).toBe(
      'https://a.example/?customer=[redacted]',
    )
  })

  test('is found anywhere in a text', () => {
    expect(redactUrlsInText('Go to https://a:b@x.example/ or ftp://c@y.example, please')).toBe(
      'Go to https://x.example/ or ftp://y.example, please',
    )
    expect(redactUrlsInText('mail me: a:b@c')).toBe('mail me: a:b@c')
  })
})
