import type { ApplicationId } from '../src/database/schema.ts'
import { insertApplication } from '../src/features/invitations/applications.queries.ts'
import type { TestApp } from './app.ts'
import { appoint, type TestMember } from './members.ts'

type Add = (endpoint: string, path: string, part: string, expected: readonly string[]) => void

/**
 * Fills every list of moderation with at least two entries. The reader becomes a moderator.
 * @param post of the reader; @returns a closed report about it
 */
export async function addModerationLists(
  app: TestApp,
  reader: TestMember,
  members: readonly TestMember[],
  post: string,
  add: Add,
): Promise<string> {
  const [owner, first, second] = members
  if (!owner || !first || !second) throw new Error('There are too few members.')
  await appoint(app, owner, 'owner')
  await appoint(app, reader, 'moderator')
  const report = async (reporter: TestMember, { _id: id }: TestMember) =>
    (await reporter.call('POST /api/reports', { body: { kind: 'member', id, rule: 'spam' } })).report._id
  const body = { kind: 'post' as const, id: post, rule: 'spam' }
  const closed = (await second.call('POST /api/reports', { body })).report._id
  await owner.call('POST /api/moderation/decisions', { body: { reports: [closed], actions: ['none'] } })
  const own = [await report(reader, first), await report(reader, second)]
  const decided = [await report(first, reader), await report(second, reader)]
  for (const id of decided) {
    const body = { reports: [id], actions: ['warn' as const], message: 'Please stop' }
    await owner.call('POST /api/moderation/decisions', { body })
    await owner.call('POST /api/moderation/invitations', { body: { uses: 1, days: 1 } })
  }
  const decisions = (await reader.call('GET /api/decisions')).decisions.map(({ _id }) => _id)
  for (const decisionId of decisions)
    await reader.call('POST /api/decisions/:decisionId/appeal', { params: { decisionId }, body: { text: 'No' } })
  const applications = [await insertWaiting(app), await insertWaiting(app)]
  const { invitations } = await owner.call('GET /api/moderation/invitations')
  const { entries } = await owner.call('GET /api/moderation/audit')
  const idsOf = (list: readonly { readonly _id: string }[]) => list.map(({ _id }) => _id)

  add('listOwnReports', '/api/reports', 'reports', own.toReversed())
  add('listOwnDecisions', '/api/decisions', 'decisions', decisions)
  add('listReports', '/api/moderation/reports', 'reports', own.toReversed())
  add('listAppeals', '/api/moderation/appeals', 'appeals', decisions)
  add('listApplications', '/api/moderation/applications', 'applications', applications.toReversed())
  add('listInvitations', '/api/moderation/invitations', 'invitations', idsOf(invitations))
  add('listAuditLog', '/api/moderation/audit', 'entries', idsOf(entries))
  const staff = [owner, reader].sort((a, b) => (a.username < b.username ? -1 : 1))
  add('listStaffMembers', '/api/moderation/members?filter=staff', 'members', idsOf(staff))
  return closed
}

async function insertWaiting({ db }: TestApp): Promise<string> {
  const id = db.ids.next<ApplicationId>()
  const names = {
    username: `waits${id}`,
    username_key: `waits${id}`,
    first_name: 'A',
    last_name: 'B',
    email: 'a@b.example',
  }
  const rest = { password_hash: '', avatar_url: '', extra: '{}', answer: '' }
  await db.write((transaction) => insertApplication(transaction, { id, ...names, ...rest }))
  return String(id)
}
