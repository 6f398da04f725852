import { describe, expect, it } from 'vitest'
import { isAnimatedPng, moves } from './moves.ts'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

function chunk(kind: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length + 12)
  new DataView(bytes.buffer).setUint32(0, length)
  bytes.set(new TextEncoder().encode(kind), 4)
  return bytes
}

const png = (...chunks: readonly (readonly [kind: string, length: number])[]) =>
  new Blob([SIGNATURE, ...chunks.map(([kind, length]) => chunk(kind, length))])

describe('a file', () => {
  it('is an animated PNG if it says so before its pixels, also after a large colour profile', async () => {
    expect(await isAnimatedPng(png(['IHDR', 13], ['acTL', 8], ['IDAT', 40], ['fdAT', 40]))).toBe(true)
    expect(await isAnimatedPng(png(['IHDR', 13], ['iCCP', 600_000], ['acTL', 8], ['IDAT', 40]))).toBe(true)
  })

  it('is none if it is a PNG of one frame, ends early, says it too late, or only contains the word', async () => {
    expect(await isAnimatedPng(png(['IHDR', 13], ['IDAT', 40], ['IEND', 0]))).toBe(false)
    expect(await isAnimatedPng(png(['IHDR', 13], ['IDAT', 40], ['acTL', 8]))).toBe(false)
    expect(await isAnimatedPng(png(['IHDR', 13]))).toBe(false)
    const text = chunk('tEXt', 12)
    text.set(new TextEncoder().encode('acTLacTLacTL'), 8)
    expect(await isAnimatedPng(new Blob([SIGNATURE, text, chunk('IDAT', 40)]))).toBe(false)
  })

  it('is none if it is something else, or has chunks without an end', async () => {
    expect(await isAnimatedPng(new Blob([]))).toBe(false)
    expect(await isAnimatedPng(new Blob(['GIF89a', chunk('acTL', 8)]))).toBe(false)
    const endless = Array.from({ length: 300 }, () => ['tEXt', 1] as const)
    expect(await isAnimatedPng(png(...endless, ['acTL', 8]))).toBe(false)
  })
})

describe('a picture', () => {
  const webp = (flags: number) => new Blob([`RIFF1234WEBPVP8X1234`, Uint8Array.of(flags)])

  it('moves if its first bytes say so', async () => {
    const moving = [
      new Blob(['GIF89a']),
      webp(0x02),
      webp(0x12),
      new Blob(['1234ftypavis']),
      png(['IHDR', 13], ['acTL', 8], ['IDAT', 40]),
    ]
    expect(await Promise.all(moving.map(moves))).toEqual(moving.map(() => true))
  })

  it('does not if it has one frame, or is none', async () => {
    const others = [
      webp(0x10),
      new Blob(['RIFF1234WEBPVP8 1234\u0002']),
      new Blob(['1234ftypavif']),
      png(['IHDR', 13], ['IDAT', 40]),
      new Blob(['GIF']),
      new Blob([]),
    ]
    expect(await Promise.all(others.map(moves))).toEqual(others.map(() => false))
  })
})
