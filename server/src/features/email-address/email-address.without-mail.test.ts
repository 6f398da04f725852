import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { refusal } from '../../../test/refusals.ts'

const FORGOT = 'POST /api/auth/forgot'
const CHANGE = 'POST /api/account/email'

const test = base.extend('options', { scope: 'file' }, () => ({ contact: 'operator@example.com' }))

describe('without a mail server', () => {
  test('nothing is queued, and everybody is told how to find the operator', async ({ app, ann }) => {
    expect(await app.visitor.refuse(FORGOT, { body: { name: ann.username } })).toEqual(refusal('mailOff'))
    expect(await ann.refuse('POST /api/account/email/confirmation')).toEqual(refusal('mailOff'))
    expect(await app.db.read.selectFrom('mails').select('id').execute()).toEqual([])
    expect(await app.visitor.call('GET /api/meta')).toMatchObject({ mail: false, contact: 'operator@example.com' })
  })

  test('an address changes at once, and is not confirmed', async ({ ann }) => {
    const body = { email: 'next@example.com' }
    const changed = { email: 'next@example.com', confirmed: false, pending: null }
    expect(await ann.call(CHANGE, { body })).toEqual(changed)
    expect(await ann.call('GET /api/account/email')).toEqual(changed)
    const { events } = await ann.call('GET /api/account/events')
    expect(events[0]?.kind).toBe('emailChanged')
  })
})
