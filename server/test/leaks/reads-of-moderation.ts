import type { RouteAnswer } from '@quack/contract'
import { type Fetch, OWN, type Read, type Reads } from './read.ts'
import { type NumberOf, seenDecision, seenOwnReport, seenReport, seenStaffMember } from './seen.ts'
import * as sight from './sight-of-moderation.ts'

type ReportAnswer = RouteAnswer<'GET /api/moderation/reports/:reportId'>

const forStaff = (path: string, notCompared: string): Read => ({ path: () => path, isForStaff: true, notCompared })
const reports = (state: 'open' | 'closed'): Read => ({
  isForStaff: true,
  part: 'reports',
  seen: seenReport,
  path: () => `/api/moderation/reports?state=${state}`,
  expected: (_see, _target, world) => sight.reportsOf(world, state),
})
const appeals = (state: 'open' | 'accepted' | 'rejected'): Read => ({
  isForStaff: true,
  part: 'appeals',
  seen: seenDecision,
  path: () => `/api/moderation/appeals?state=${state}`,
  expected: (_see, _target, world) => sight.appealsOf(world, state),
})
const members = (filter: sight.StaffFilter): Read => ({
  isForStaff: true,
  part: 'members',
  seen: seenStaffMember,
  path: () => `/api/moderation/members?filter=${filter}`,
  expected: (_see, _target, world) => sight.staffMembers(world, filter),
})

/** Opens a report, and reads what the log says about that. */
const fetchViews: Fetch = async (_app, client, url) => {
  const answer = await client.send({ url })
  if (answer.status !== 200) return answer
  const { body, ...log } = await client.send({ url: '/api/moderation/audit?limit=100' })
  const { entries } = body as RouteAnswer<'GET /api/moderation/audit'>
  const opened = entries.findIndex(({ action, kind }) => action === 'view' && kind === 'report')
  return { ...log, body: { views: entries.slice(0, opened + 1).reverse() } }
}
type View = Pick<RouteAnswer<'GET /api/moderation/audit'>['entries'][number], 'kind' | 'targetId' | 'detail'>
const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number
export const VIEWS: Read = {
  isForStaff: true,
  isSingle: true,
  part: 'views',
  fetch: fetchViews,
  isUnknown: (_see, { report }) => report === null,
  path: ({ report }, ids) => `/api/moderation/reports/${ids.of(report?.id ?? 0)}`,
  seen: (views: View[], numberOf: NumberOf) =>
    views.map(({ kind, targetId, detail }) => ({ kind, number: numberOf(targetId ?? ''), detail })).sort(byNumber),
  expected: (_see, { report }, world) => report && sight.viewsOf(world, report).sort(byNumber),
}

/**
 * The moderator's calls are judged by two rules: to everybody else they are unknown, and to the moderator they show all
 * reports, appeals and members, blocked or not. The rest of the calls is read but not compared.
 */
export const READS_OF_MODERATION = {
  listOwnReports: [
    {
      ...OWN,
      part: 'reports',
      seen: seenOwnReport,
      path: () => '/api/reports',
      expected: (see, _target, world) => sight.ownReports(world, see.viewer),
      mayName: sight.reportedMembers,
      mayKeep: sight.keptCopies,
    },
  ],
  listOwnDecisions: [
    {
      ...OWN,
      part: 'decisions',
      seen: seenDecision,
      path: () => '/api/decisions',
      mayKeep: sight.keptCopies,
      expected: (see, _target, world) => sight.decisionsAbout(world, see.viewer),
    },
  ],
  listReports: [reports('open'), reports('closed')],
  getReport: [
    {
      isForStaff: true,
      isSingle: true,
      isUnknown: (_see, { report }) => report === null,
      path: ({ report }, ids) => `/api/moderation/reports/${ids.of(report?.id ?? 0)}`,
      seen: ({ report, present, openReports, reportCount, decisions }: ReportAnswer, numberOf: NumberOf) => ({
        report: seenReport(report, numberOf),
        present: present && { text: present.text, hidden: present.hidden },
        openReports: openReports.map((each) => seenReport(each, numberOf)),
        reportCount,
        decisions: decisions.map((each) => seenDecision(each, numberOf)),
      }),
      expected: (_see, { report }, world) => report && sight.reportInDetail(world, report),
    },
  ],
  listReportedVersions: [
    {
      isForStaff: true,
      isUnknown: (_see, { report }) => report === null,
      path: ({ report }, ids) => `/api/moderation/reports/${ids.of(report?.id ?? 0)}/versions`,
      notCompared: 'the versions are those at their own addresses',
    },
  ],
  listAppeals: [appeals('open'), appeals('accepted'), appeals('rejected')],
  listStaffMembers: [members('all'), members('limited'), members('suspended'), members('staff')],
  listAuditLog: [forStaff('/api/moderation/audit', 'every read of a report adds to it'), VIEWS],
  listApplications: [forStaff('/api/moderation/applications', 'there are none')],
  listInvitations: [forStaff('/api/moderation/invitations', 'there are none')],
  getStatistics: [forStaff('/api/moderation/statistics', 'up to ten minutes old')],
  getAbout: [{ path: () => '/api/about', notCompared: 'the same for everybody' }],
} as const satisfies Reads
