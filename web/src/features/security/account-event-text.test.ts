import { ACCOUNT_EVENT_KINDS, SIGN_IN_METHODS } from '@quack/contract/calls/account-events'
import { expect, test } from 'vitest'
import { accountEventText } from './account-event-text.ts'

test('each kind of event, and each method that is known, has a text of its own', () => {
  const texts = ACCOUNT_EVENT_KINDS.map((kind) => accountEventText({ kind, detail: '' }))
  expect(new Set(texts).size).toBe(ACCOUNT_EVENT_KINDS.length)
  const signIns = SIGN_IN_METHODS.map((detail) => accountEventText({ kind: 'signedIn', detail }))
  expect(new Set(signIns).size).toBe(SIGN_IN_METHODS.length)
})

test('an event names what it is about', () => {
  expect(accountEventText({ kind: 'signedIn', detail: 'passkey' })).toBe('Signed in with a passkey')
  expect(accountEventText({ kind: 'signedIn', detail: '' })).toBe('Signed in')
  expect(accountEventText({ kind: 'passkeyAdded', detail: 'My key' })).toBe('Passkey added: My key')
})
