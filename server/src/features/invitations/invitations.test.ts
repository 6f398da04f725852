import type { SignUpRule } from '@quack/contract'
import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { test as base } from '../../../test/fixtures.ts'
import { appoint, signUp } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import type { ApplicationId, MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'

const SIGN_UP = 'POST /api/auth/signup'
const LOG_IN = 'POST /api/auth/login'
const DECIDE = 'POST /api/moderation/applications/:applicationId'
const INVITE = 'POST /api/moderation/invitations'
const REVOKE = 'DELETE /api/moderation/invitations/:invitationId'

let count = 0
const formOf = (more: object = {}) => ({
  username: `newcomer${++count}`,
  firstName: 'New',
  lastName: 'Comer',
  email: 'new@example.com',
  password: PASSWORD,
  ...more,
})
const credentials = ({ username }: { username: string }) => ({ body: { username, password: PASSWORD } })

const test = base
  .extend('boss', { scope: 'file', auto: true }, async ({ app }) => appoint(app, await signUp(app), 'owner'))
  .extend('setMode', ({ boss }) => async (mode: SignUpRule['mode'], question = '') => {
    await boss.call('POST /api/moderation/installation', { body: { signUp: { mode, question } } })
  })
  .extend('waiting', ({ boss }) => async (username: string) => {
    const { applications } = await boss.call('GET /api/moderation/applications')
    return applications.find((each) => each.username === username)
  })

describe('sign-up', () => {
  test('that is closed takes nobody', async ({ app, setMode }) => {
    await setMode('closed')
    expect(await app.visitor.refuse(SIGN_UP, { body: formOf() })).toEqual(refusal('signUpClosed'))
    expect((await app.visitor.call('GET /api/meta')).signUp).toEqual({ mode: 'closed', question: '' })
    await setMode('open')
    await app.visitor.call(SIGN_UP, { body: formOf() })
  })

  test('with approval waits: the applicant is told, and is a member once accepted', async ({
    app,
    boss,
    setMode,
    waiting,
  }) => {
    await setMode('approval', 'Why ducks?')
    const form = formOf({ nickname: 'Quackers' })
    expect(await app.visitor.refuse(SIGN_UP, { body: form })).toEqual(refusal('signUpAnswerMissing'))
    const answered = { body: { ...form, signUpAnswer: ' I love them ' } }
    expect(await app.visitor.refuse(SIGN_UP, answered)).toEqual(refusal('signUpWaits'))
    expect(await app.visitor.refuse(SIGN_UP, answered)).toEqual(refusal('usernameTaken'))
    expect(await app.visitor.refuse(LOG_IN, credentials(form))).toEqual(refusal('signUpWaits'))
    const guess = { body: { ...credentials(form).body, password: 'a wild guess' } }
    expect(await app.visitor.refuse(LOG_IN, guess)).toEqual(refusal('credentialsInvalid'))
    const params = { username: form.username }
    expect(await app.visitor.refuse('GET /api/users/:username', { params })).toEqual(refusal('memberUnknown'))

    const application = await waiting(form.username)
    expect(application).toMatchObject({ answer: 'I love them', email: 'new@example.com' })
    const decision = { params: { applicationId: application?._id ?? '' }, body: { accept: true } }
    await boss.call(DECIDE, decision)
    const { foundUser } = await app.visitor.call(LOG_IN, credentials(form))
    expect(foundUser).toMatchObject({ username: form.username, nickname: 'Quackers' })
    expect(await boss.refuse(DECIDE, decision)).toEqual(refusal('applicationUnknown'))
    expect(await waiting(form.username)).toBeUndefined()
  })

  test('that is rejected says why at log-in, and leaves the name to others', async ({
    app,
    boss,
    setMode,
    waiting,
  }) => {
    await setMode('approval')
    const form = formOf()
    expect(await app.visitor.refuse(SIGN_UP, { body: form })).toEqual(refusal('signUpWaits'))
    const params = { applicationId: (await waiting(form.username))?._id ?? '' }
    const silent = { params, body: { accept: false, reason: ' ' } }
    expect(await boss.refuse(DECIDE, silent)).toEqual(refusal('messageMissing'))
    await boss.call(DECIDE, { params, body: { accept: false, reason: 'We are full' } })
    expect(await app.visitor.refuse(LOG_IN, credentials(form))).toEqual({
      status: 403,
      message: 'Your sign-up was not accepted: We are full',
    })
    expect(await app.visitor.refuse(SIGN_UP, { body: form })).toEqual(refusal('signUpWaits'))
    expect(await waiting(form.username)).toBeDefined()
  })

  test('that waits keeps its name while sign-ups are open', async ({ app, boss, setMode, waiting }) => {
    await setMode('approval')
    const form = formOf()
    await app.visitor.refuse(SIGN_UP, { body: form })
    await setMode('open')
    expect(await app.visitor.refuse(SIGN_UP, { body: form })).toEqual(refusal('usernameTaken'))
    const id = Number((await waiting(form.username))?._id) as ApplicationId
    // As if somebody else had signed up at the same instant.
    const taken = { username_key: boss.username.toLowerCase() }
    await app.db.write((transaction) =>
      transaction
        .updateTable('applications')
        .set(taken as never)
        .where('id', '=', id)
        .execute(),
    )
    const params = { applicationId: String(id) }
    expect(await boss.refuse(DECIDE, { params, body: { accept: true } })).toEqual(refusal('usernameTaken'))
    for (const applicationId of ['1', 'x'])
      expect(await boss.refuse(DECIDE, { params: { applicationId }, body: { accept: true } })).toEqual(
        refusal('applicationUnknown'),
      )
  })

  test('by invitation needs a token that is valid, as often as it has uses', async ({ app, boss, setMode }) => {
    await setMode('invitation')
    expect(await app.visitor.refuse(SIGN_UP, { body: formOf() })).toEqual(refusal('invitationNeeded'))
    const wrong = formOf({ invitation: 'no-such-token' })
    expect(await app.visitor.refuse(SIGN_UP, { body: wrong })).toEqual(refusal('invitationInvalid'))
    const { token, invitation } = await boss.call(INVITE, { body: { uses: 2, days: 1 } })
    const forms = [1, 2, 3].map(() => ({ body: formOf({ invitation: token }) }))
    const joined = await Promise.allSettled(forms.map((form) => app.visitor.call(SIGN_UP, form)))
    expect(joined.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    const { invitations } = await boss.call('GET /api/moderation/invitations', { query: { limit: 1 } })
    expect(invitations).toMatchObject([{ _id: invitation._id, uses: 2, maxUses: 2, creator: boss.username }])
    expect(JSON.stringify(await app.db.read.selectFrom('invitations').selectAll().execute())).not.toContain(token)
  })

  test('by invitation skips the approval, until the invitation is revoked', async ({ app, boss, setMode }) => {
    await setMode('approval', 'Why ducks?')
    const { token, invitation } = await boss.call(INVITE, { body: { uses: 9, days: 1 } })
    await app.visitor.call(SIGN_UP, { body: formOf({ invitation: token }) })
    const params = { invitationId: invitation._id }
    await boss.call(REVOKE, { params })
    const late = { body: formOf({ invitation: token }) }
    expect(await app.visitor.refuse(SIGN_UP, late)).toEqual(refusal('invitationInvalid'))
    for (const invitationId of [params.invitationId, '1', 'x'])
      expect(await boss.refuse(REVOKE, { params: { invitationId } })).toEqual(refusal('invitationUnknown'))
  })

  test('by invitation is refused while who has made it may make none', async ({ app, boss, member, setMode }) => {
    await setMode('open')
    const staff = await appoint(app, await member('staff'), 'moderator')
    await setMode('invitation')
    const { token } = await staff.call(INVITE, { body: { uses: 5, days: 1 } })
    const form = () => ({ body: formOf({ invitation: token }) })
    await app.visitor.call(SIGN_UP, form())
    const params = { id: staff._id }
    await boss.call('POST /api/moderation/members/:id/role', { params, body: { role: null } })
    expect(await app.visitor.refuse(SIGN_UP, form())).toEqual(refusal('invitationInvalid'))
    await boss.call('POST /api/moderation/members/:id/role', { params, body: { role: 'moderator' } })
    await app.visitor.call(SIGN_UP, form())
    await suspend(app.db, Number(staff._id) as MemberId)
    expect(await app.visitor.refuse(SIGN_UP, form())).toEqual(refusal('invitationInvalid'))
  })

  test('that was refused uses up no invitation', async ({ app, boss, setMode }) => {
    await setMode('invitation')
    const { token } = await boss.call(INVITE, { body: { uses: 1, days: 1 } })
    const taken = { body: formOf({ invitation: token, username: boss.username }) }
    expect(await app.visitor.refuse(SIGN_UP, taken)).toEqual(refusal('usernameTaken'))
    await app.visitor.call(SIGN_UP, { body: formOf({ invitation: token }) })
  })
})
