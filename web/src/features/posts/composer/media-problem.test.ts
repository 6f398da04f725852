import { describe, expect, it } from 'vitest'
import { mediaProblem } from './media-problem.ts'

describe('a file for a post', () => {
  it('may be a picture or video below 20 MB', () => {
    expect(mediaProblem({ type: 'image/png', size: 20_971_519 })).toBeNull()
    expect(mediaProblem({ type: 'video/quicktime', size: 1 })).toBeNull()
  })

  it('is refused if it is neither a picture nor a video', () => {
    const text = 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)'
    expect(mediaProblem({ type: 'application/pdf', size: 1 })).toBe(text)
    expect(mediaProblem({ type: '', size: 1 })).toBe(text)
  })

  it('is refused from 20 MB on', () => {
    expect(mediaProblem({ type: 'image/png', size: 20_971_520 })).toBe('file must be less than 20mb')
  })
})
