import { describe, expect, it } from 'vitest'
import { mediaProblem, placeProblem } from './media-problem.ts'

describe('a file for a post', () => {
  it('may be a picture or video below 20 MB', () => {
    expect(mediaProblem({ name: 'a', type: 'image/png', size: 20_971_519 })).toBeNull()
    expect(mediaProblem({ name: 'a', type: 'video/quicktime', size: 1 })).toBeNull()
  })

  it('may have no type, which the server finds out, if its name is that of one', () => {
    for (const name of ['a.mkv', 'A.MOV', 'b.heic', 'c.d.avif'])
      expect(mediaProblem({ name, type: '', size: 1 })).toBeNull()
  })

  it('is refused if it is neither a picture nor a video', () => {
    const text = 'file must be a Video (MP4/MOV) or an Image (JPEG/PNG)'
    expect(mediaProblem({ name: 'a.png', type: 'application/pdf', size: 1 })).toBe(text)
    for (const name of ['', 'notes', 'notes.txt', 'png', 'constructor.constructor'])
      expect(mediaProblem({ name, type: '', size: 1 })).toBe(text)
  })

  it('is one of up to four pictures, or the only video', () => {
    const [picture, video] = [{ type: 'image' }, { type: 'video' }] as const
    const mixed = 'A post has up to 4 pictures, or one video.'
    for (const kind of ['image', 'video'] as const) {
      expect(placeProblem(kind, [])).toBeNull()
      expect(placeProblem(kind, [video])).toBe(mixed)
    }
    expect(placeProblem('video', [picture])).toBe(mixed)
    expect(placeProblem('image', [picture, picture, picture])).toBeNull()
    expect(placeProblem('image', [picture, picture, picture, picture])).toBe('A post has up to 4 pictures.')
  })

  it('is refused from 20 MB on', () => {
    expect(mediaProblem({ name: 'a', type: 'image/png', size: 20_971_520 })).toBe('file must be less than 20mb')
  })
})
