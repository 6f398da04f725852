import { describe, expect, it } from 'vitest'
import { pictureSource } from './pictures.ts'

describe('the source of a picture', () => {
  it('offers our own pictures in several widths', () => {
    expect(pictureSource('/media/a.webp')).toEqual({
      src: '/media/a.webp?w=660',
      srcSet: '/media/a.webp?w=400 400w, /media/a.webp?w=660 660w, /media/a.webp?w=1060 1060w',
    })
  })

  it('leaves other addresses as they are', () => {
    expect(pictureSource('https://pics.example/a.jpg')).toEqual({ src: 'https://pics.example/a.jpg' })
  })
})
