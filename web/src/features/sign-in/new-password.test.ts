import { expect, test } from 'vitest'
import { newPasswordProblems } from './new-password.ts'

test.each([
  [{ password: 'long enough', confirmPassword: 'long enough' }, {}],
  [{ password: '', confirmPassword: '' }, { password: 'Choose a password' }],
  [{ password: 'short', confirmPassword: 'short' }, { password: 'Use at least 8 characters' }],
  [{ password: 'x'.repeat(201), confirmPassword: 'x'.repeat(201) }, { password: 'At most 200 characters' }],
  [
    { password: 'long enough', confirmPassword: 'another one' },
    { confirmPassword: 'Password and confirm-password do not match' },
  ],
])('%j has the problems %j', (form, problems) => {
  expect(newPasswordProblems(form)).toEqual(problems)
})
