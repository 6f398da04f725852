import { describe, expect, it } from 'vitest'
import { mayMove, pictureSource, stillPicture } from './pictures.ts'

describe('the source of a picture', () => {
  it('offers our own pictures in several widths', () => {
    expect(pictureSource('/media/a.webp')).toEqual({
      src: '/media/a.webp?w=660',
      srcSet: '/media/a.webp?w=400 400w, /media/a.webp?w=660 660w, /media/a.webp?w=1060 1060w',
    })
  })

  it('is that of the first frame where motion is not wanted', () => {
    expect(pictureSource('/media/a.webp', true)).toEqual({
      src: '/media/a.webp?w=660&still=1',
      srcSet: '/media/a.webp?w=400&still=1 400w, /media/a.webp?w=660&still=1 660w, /media/a.webp?w=1060&still=1 1060w',
    })
    expect(stillPicture('/media/signed/1.x/a.webp')).toBe('/media/signed/1.x/a.webp?still=1')
  })

  it('leaves other addresses as they are', () => {
    for (const isStill of [false, true])
      expect(pictureSource('https://pics.example/a.jpg', isStill)).toEqual({ src: 'https://pics.example/a.jpg' })
    expect(stillPicture('/avatars/duck-1.webp')).toBe('/avatars/duck-1.webp')
  })

  it('tells by its ending whether a picture of another site may move', () => {
    for (const url of ['https://pics.example/a.gif', 'https://pics.example/A.GIF?size=2', '/x/a.gif#b'])
      expect(mayMove(url)).toBe(true)
    for (const url of ['/media/a.gif', 'https://gif.example/a.webp', 'https://pics.example/agif', ''])
      expect(mayMove(url)).toBe(false)
  })
})
