import type { RouteAnswer } from '@quack/contract'
import { OWN, type Read, type Reads } from './read.ts'
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
    },
  ],
  listOwnDecisions: [
    {
      ...OWN,
      part: 'decisions',
      seen: seenDecision,
      path: () => '/api/decisions',
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
  listAppeals: [appeals('open'), appeals('accepted'), appeals('rejected')],
  listStaffMembers: [members('all'), members('limited'), members('suspended'), members('staff')],
  listAuditLog: [forStaff('/api/moderation/audit', 'reading a report adds to it')],
  listApplications: [forStaff('/api/moderation/applications', 'there are none')],
  listInvitations: [forStaff('/api/moderation/invitations', 'there are none')],
  getStatistics: [forStaff('/api/moderation/statistics', 'up to ten minutes old')],
  getAbout: [{ path: () => '/api/about', notCompared: 'the same for everybody' }],
} as const satisfies Reads
