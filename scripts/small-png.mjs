// @ts-check
import { deflateSync, inflateSync } from 'node:zlib'

/** The browser's pictures have 8 bits for each of red, green, blue and perhaps alpha, which is opaque here. */
const channelsOf = { 2: 3, 6: 4 }
const maxColours = 256
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The same picture with at most 256 colours, in a fraction of the bytes. @param {Buffer} png */
export function toSmallPng(png) {
  const { width, height, pixels } = decode(png)
  const { palette, indexes } = quantize(pixels)
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1) {
    indexes.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param {Buffer} png @returns {{ width: number, height: number, pixels: Buffer }} three bytes for each pixel */
function decode(png) {
  const chunks = listChunks(png)
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  const colourType = header?.[9]
  if (!header || (colourType !== 2 && colourType !== 6)) throw new Error('Not a picture of the browser')
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), channelsOf[colourType]]
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const bytes = unfilter(inflateSync(packed), width * channels, channels)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) bytes.copy(pixels, at * 3, at * channels, at * channels + 3)
  return { width, height, pixels }
}

/** @param {Buffer} png */
function listChunks(png) {
  const chunks = []
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return chunks
}

/** @param {Buffer} filtered @param {number} stride bytes of a row @param {number} step bytes of a pixel */
function unfilter(filtered, stride, step) {
  const height = filtered.length / (stride + 1)
  const bytes = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (stride + 1)] ?? 0
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < step ? 0 : (bytes[at - step] ?? 0)
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0)
      const corner = x < step || y === 0 ? 0 : (bytes[at - stride - step] ?? 0)
      bytes[at] = (filtered[at + y + 1] ?? 0) + predict(filter, left, up, corner)
    }
  }
  return bytes
}

/** The five filters of PNG. @param {number} filter @param {number} left @param {number} up @param {number} corner */
function predict(filter, left, up, corner) {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(left + up - corner - one))
  if (Number(byLeft) <= Number(byUp) && Number(byLeft) <= Number(byCorner)) return left
  return Number(byUp) <= Number(byCorner) ? up : corner
}

/** Colours that differ in their lowest bits become one, with as few bits lost as will do. @param {Buffer} pixels */
function quantize(pixels) {
  for (let lost = 0; ; lost += 1) {
    const found = tryPalette(pixels, 0xff & (0xff << lost))
    if (found) return found
  }
}

/** @param {Buffer} pixels @param {number} mask the bits of each channel that tell colours apart */
function tryPalette(pixels, mask) {
  /** @type {Map<number, number>} */
  const places = new Map()
  const palette = Buffer.alloc(maxColours * 3)
  const indexes = Buffer.alloc(pixels.length / 3)
  for (let at = 0; at < indexes.length; at += 1) {
    const key = pixels.readUIntBE(at * 3, 3) & (mask * 0x010101)
    let place = places.get(key)
    if (place === undefined) {
      place = places.size
      if (place === maxColours) return undefined
      places.set(key, place)
      pixels.copy(palette, place * 3, at * 3, at * 3 + 3)
    }
    indexes[at] = place
  }
  return { palette: palette.subarray(0, places.size * 3), indexes }
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(checksum(body))
  return Buffer.concat([length, body, sum])
}

/** CRC-32. @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
