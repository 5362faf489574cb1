import { describe, expect, it, vi } from 'vitest'
import { listFrames, siteOrigin } from './frames.ts'

const frame = (frameId: number, parentFrameId: number, url: string) => ({
  frameId,
  parentFrameId,
  url,
  documentId: `D${frameId}`,
  documentLifecycle: 'active',
})

describe('the origin of an address', () => {
  it('is that of http and https', () => {
    expect(siteOrigin('https://shop.example/cart?x=1')).toBe('https://shop.example')
    expect(siteOrigin('http://localhost:8080/')).toBe('http://localhost:8080')
  })

  it('is none for anything else', () => {
    const others = [
      '',
      'about:blank',
      'data:text/html,x',
      'file:///etc',
      'blob:https://ads.example/0b9f',
      'chrome://settings',
    ]
    for (const url of others) expect(siteOrigin(url)).toBe('')
  })
})

describe('the frames of a tab', () => {
  it('have their own origins: those without an address the parent’s, a blob its maker’s', async () => {
    const frames = [
      frame(3, 0, 'blob:https://ads.example/0b9f'),
      frame(0, -1, 'https://shop.example/'),
      frame(1, 0, 'about:srcdoc'),
      frame(2, 0, 'https://ads.example/'),
      frame(4, 2, 'about:blank'),
    ]
    vi.stubGlobal('chrome', { webNavigation: { getAllFrames: async () => frames } })
    expect((await listFrames(1)).map(({ origin }) => origin)).toEqual([
      'https://shop.example',
      'https://shop.example',
      'https://ads.example',
      'https://ads.example',
      'https://ads.example',
    ])
  })
})
