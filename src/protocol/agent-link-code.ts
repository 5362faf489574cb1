/** Thirty-two characters that no one mistakes for another: no I, L, O or U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const codeLength = 8
const codePattern = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** A pairing code as it is shown: `XXXX-XXXX`, 40 bits. */
export function createPairingCode(): string {
  const chars = [...crypto.getRandomValues(new Uint8Array(codeLength))].map((byte) => alphabet[byte % 32])
  return `${chars.slice(0, 4).join('')}-${chars.slice(4).join('')}`
}

/** What a person typed, as `createPairingCode` writes it: any case, spaces and dashes, O for 0, I or L for 1. */
export function readPairingCode(typed: string): string | undefined {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return codePattern.test(plain) ? `${plain.slice(0, 4)}-${plain.slice(4)}` : undefined
}
