import { expect, test } from 'vitest'
import { avatarProblem } from './use-picture-upload.ts'

test('an image below 10 MB is accepted', () => {
  expect(avatarProblem({ name: 'a', type: 'image/png', size: 10_485_759 })).toBeNull()
})

test('a file that is not an image is refused', () => {
  expect(avatarProblem({ name: 'a.png', type: 'video/mp4', size: 1 })).toBe('file must be an Image (JPEG/PNG)')
  expect(avatarProblem({ name: 'a.mov', type: '', size: 1 })).toBe('file must be an Image (JPEG/PNG)')
})

test('10 MB is too large', () => {
  expect(avatarProblem({ name: 'a', type: 'image/jpeg', size: 10_485_760 })).toBe('file must be less than 10mb')
})
