import type { AccountEventKind } from '@quack/contract'
import { describe, expect } from 'vitest'
import { test } from '../../../test/mail-fixtures.ts'
import type { MemberId } from '../../database/schema.ts'
import { setEmailConfirmed } from '../email-address/tokens/email-tokens.queries.ts'
import { recordAccountEvent } from './account-events.service.ts'

const FORGOT = /^choose “Forgot password\?” at the log-in/
const CHANGE = /^change your password/
/** The step that helps a member who has not done it. */
const STEPS: Readonly<Record<AccountEventKind, RegExp>> = {
  // Somebody has got in, or is about to, with the password that is still in force.
  signedIn: CHANGE,
  passkeyRemoved: CHANGE,
  factorDisabled: CHANGE,
  recoveryCodesRenewed: CHANGE,
  recoveryCodeUsed: CHANGE,
  codesRefused: CHANGE,
  emailChangeAsked: CHANGE,
  // The member's own password may be none any more, but the address is theirs.
  passwordChanged: FORGOT,
  passwordSet: FORGOT,
  passwordRemoved: FORGOT,
  passwordReset: FORGOT,
  // The session of an app can be ended by itself.
  appAllowed: /^end its session/,
  tokenMade: /^end its session/,
  // What a new password does not end.
  passkeyAdded: /^remove this passkey: a new password does not end it/,
  passkeySuspicious: /^remove this passkey/,
  factorEnabled: /^turn the codes off/,
  // Only the operator can help.
  factorsReset: /^ask those who run this Quack/,
  emailChanged: /^write at once to those who run this Quack/,
}

describe('the mail about what has happened', () => {
  test('names one step that helps who has not done it', async ({ app, member, mailServer }) => {
    const email = 'told@example.com'
    const memberId = Number((await member('ann', { email }))._id) as MemberId
    const toThem = () => mailServer.mails.filter(({ to }) => to.includes(email))
    const kinds = Object.keys(STEPS) as AccountEventKind[]
    await expect.poll(() => toThem().length).toBe(1)
    await app.db.write((transaction) => setEmailConfirmed(transaction, memberId, email, Date.now()))
    for (const [index, kind] of kinds.entries()) {
      const event = { memberId, kind, device: `Device ${index}`, isNewDevice: true }
      await app.db.write((transaction) => recordAccountEvent(app.db, transaction, event))
    }
    await expect.poll(() => toThem().length).toBe(1 + kinds.length)
    const texts = toThem().map(({ text }) => text.replaceAll(/\s+/g, ' '))
    for (const [index, kind] of kinds.entries()) {
      const [text = ''] = texts.filter((each) => each.includes(`From Device ${index},`))
      expect(text.match(/If not, [^.]+/g), kind).toEqual([expect.stringMatching(/./)])
      expect(/If not, ([^.]+)/.exec(text)?.[1], kind).toMatch(STEPS[kind])
    }
  })
})
