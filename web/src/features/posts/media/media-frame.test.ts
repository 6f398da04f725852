import { describe, expect, it } from 'vitest'
import { frameRatio, isOddlyShaped, wholeRatio } from './media-frame.ts'

describe('the frame of media', () => {
  it('has the ratio of the media', () => {
    expect(frameRatio({ width: 1200, height: 800 })).toBe(1.5)
  })

  it('crops very tall and very wide media', () => {
    expect(frameRatio({ width: 100, height: 900 })).toBe(0.8)
    expect(frameRatio({ width: 900, height: 100 })).toBe(2.5)
  })

  it('has the ratio of the media where they are whole, unless they are like a line', () => {
    expect(wholeRatio({ width: 100, height: 900 })).toBe(1 / 9)
    expect(wholeRatio({ width: 900, height: 100 })).toBe(9)
    expect(wholeRatio({ width: 10, height: 900 })).toBe(1 / 16)
    expect(wholeRatio({ width: 900, height: 10 })).toBe(10)
    expect(wholeRatio({ width: 10, height: 900, animated: true })).toBe(1 / 8)
    expect(wholeRatio({ width: 900, height: 10, animated: true })).toBe(4)
  })

  it('tells if the media will not fill it', () => {
    expect(isOddlyShaped({ width: 640, height: 360 })).toBe(false)
    expect(isOddlyShaped({ width: 360, height: 1280 })).toBe(true)
    expect(isOddlyShaped(null)).toBe(true)
  })

  it('has the ratio of a screen if the size is unknown', () => {
    expect(frameRatio(null)).toBe(16 / 9)
    expect(frameRatio({})).toBe(16 / 9)
    expect(wholeRatio(null)).toBe(16 / 9)
  })
})
