import { expect, test } from 'vitest'
import { loginProblems } from './sign-in.ts'

test('both fields are required', () => {
  expect(loginProblems({ username: '', password: '', keepSignedIn: false })).toEqual({
    username: 'Enter your username',
    password: 'Enter your password',
  })
})

test('a filled form has no problem', () => {
  expect(loginProblems({ username: 'ada', password: ' ', keepSignedIn: true })).toEqual({})
})
