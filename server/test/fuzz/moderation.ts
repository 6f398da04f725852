import type { EndpointName } from '@quack/contract'
import type { ApplicationId, MemberId } from '../../src/database/schema.ts'
import { insertApplication } from '../../src/features/invitations/applications.queries.ts'
import { limit, suspend } from '../../src/features/moderation/suspension.service.ts'
import type { TestApp } from '../app.ts'
import { appoint, signUp, type TestMember } from '../members.ts'
import type { Base } from './bases.ts'

/**
 * What calls of the staff need: an owner, a report, a decision, an application, an invitation, suspended and limited
 * members.
 */
export interface Moderation {
  readonly owner: TestMember
  readonly suspended: TestMember
  readonly limited: TestMember
  readonly params: Readonly<Record<string, string>>
  readonly bodies: Partial<Record<EndpointName, Base['body']>>
}

/** @param author wrote the post that `other` reports, and gets a decision */
export async function createModeration(
  app: TestApp,
  author: TestMember,
  other: TestMember,
  post: string,
): Promise<Moderation> {
  const owner = await appoint(app, await signUp(app), 'owner')
  const [suspended, limited] = [await signUp(app), await signUp(app)]
  await suspend(app.db, Number(suspended._id) as MemberId)
  await limit(app.db, Number(limited._id) as MemberId)
  const report = { kind: 'post', id: post, rule: 'spam', text: 'Look at this' } as const
  const { report: first } = await other.call('POST /api/reports', { body: report })
  const warning = { reports: [first._id], actions: ['warn' as const], message: 'Please stop' }
  await owner.call('POST /api/moderation/decisions', { body: warning })
  const { decisions } = await author.call('GET /api/decisions')
  const { report: second } = await other.call('POST /api/reports', { body: report })
  const invited = await owner.call('POST /api/moderation/invitations', { body: { uses: 1, days: 1 } })
  return {
    owner,
    suspended,
    limited,
    params: {
      reportId: second._id,
      decisionId: decisions[0]?._id ?? '',
      applicationId: String(await insertWaiting(app)),
      invitationId: invited.invitation._id,
    },
    bodies: { createReport: report, decide: { ...warning, reports: [second._id] } },
  }
}

async function insertWaiting({ db }: TestApp): Promise<ApplicationId> {
  const id = db.ids.next<ApplicationId>()
  const username = `applicant${id}`
  const names = { username, username_key: username, first_name: 'A', last_name: 'B', email: 'a@example.com' }
  const rest = { password_hash: '', avatar_url: '/avatars/duck-1.webp', extra: '{}', answer: 'I like ponds' }
  await db.write((transaction) => insertApplication(transaction, { id, ...names, ...rest }))
  return id
}
