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

/** The most frequent colours stay as they are; each of the others becomes the one nearest to it. @param {Buffer} pixels */
function quantize(pixels) {
  const colours = Array.from({ length: pixels.length / 3 }, (_, at) => pixels.readUIntBE(at * 3, 3))
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const kept = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour)
  const palette = kept.slice(0, maxColours)
  const places = new Map(kept.map((colour) => [colour, findNearest(colour, palette)]))
  const bytes = Buffer.alloc(palette.length * 3)
  palette.forEach((colour, place) => bytes.writeUIntBE(colour, place * 3, 3))
  return { palette: bytes, indexes: Buffer.from(colours.map((colour) => places.get(colour) ?? 0)) }
}

/** @param {number} colour @param {readonly number[]} palette @returns {number} its place there */
function findNearest(colour, palette) {
  const distances = palette.map((other) =>
    [16, 8, 0].reduce((sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0),
  )
  return distances.indexOf(Math.min(...distances))
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
