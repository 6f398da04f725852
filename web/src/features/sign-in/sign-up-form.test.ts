import { expect, test } from 'vitest'
import { type SignUpForm, signUpProblems } from './sign-up-form.ts'

const FILLED: SignUpForm = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: ' ada@example.com ',
  username: 'ada.l',
  password: 'long enough',
  confirmPassword: 'long enough',
  signUpAnswer: '',
  terms: true,
}

test('a filled form has no problem', () => {
  expect(signUpProblems(FILLED)).toEqual({})
})

test.each(['grüße@exämple.de', '用户@例子.广告'])('%s is an address', (email) => {
  expect(signUpProblems({ ...FILLED, email })).toEqual({})
})

test.each<[Partial<SignUpForm>, object]>([
  [{ firstName: '  ' }, { firstName: 'Enter your first name' }],
  [{ lastName: 'x'.repeat(51) }, { lastName: 'At most 50 characters' }],
  [{ email: '' }, { email: 'Enter your email' }],
  [{ email: 'ada@example' }, { email: 'Enter an email address, like name@example.com' }],
  [{ username: '' }, { username: 'Choose a username' }],
  [{ username: 'ada l' }, { username: 'Use 1 to 30 letters, digits, underscores, or dots and hyphens between them' }],
  [{ username: 'ada.' }, { username: 'Use 1 to 30 letters, digits, underscores, or dots and hyphens between them' }],
  [{ username: '-ada' }, { username: 'Use 1 to 30 letters, digits, underscores, or dots and hyphens between them' }],
  [{ confirmPassword: 'another one' }, { confirmPassword: 'Password and confirm-password do not match' }],
  [{ terms: false }, { terms: 'Please accept the terms and conditions' }],
])('with %j it has the problem %j', (part, problems) => {
  expect(signUpProblems({ ...FILLED, ...part })).toEqual(problems)
})

test('the problems have the order of the fields, so that the first of them gets the focus', () => {
  const empty = {
    firstName: '',
    lastName: '',
    email: '',
    username: '',
    password: '',
    confirmPassword: '',
    signUpAnswer: '',
  }
  const found = Object.entries(signUpProblems({ ...empty, terms: false })).filter(([, text]) => text !== undefined)
  expect(found.map(([name]) => name)).toEqual(['firstName', 'lastName', 'email', 'username', 'password', 'terms'])
})
