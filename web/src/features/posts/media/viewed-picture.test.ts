import { expect, it } from 'vitest'
import { largeSource } from './viewed-picture.tsx'

it('offers the widths below that of the picture, and then all of its pixels', () => {
  expect(largeSource('/media/a.webp', 1_600, false)).toEqual({
    src: '/media/a.webp?w=2048',
    srcSet:
      '/media/a.webp?w=400 400w, /media/a.webp?w=660 660w, /media/a.webp?w=1060 1060w, /media/a.webp?w=2048 1600w',
  })
  expect(largeSource('/media/a.webp', 500, true)).toEqual({
    src: '/media/a.webp?w=660&still=1',
    srcSet: '/media/a.webp?w=400&still=1 400w, /media/a.webp?w=660&still=1 500w',
  })
})

it('has no choice for a picture elsewhere', () => {
  expect(largeSource('https://example.com/a.jpg', 3_000, false)).toEqual({ src: 'https://example.com/a.jpg' })
})
