import type {
  Application,
  AuditEntry,
  Invitation,
  Report,
  RouteAnswer,
  RouteInput,
  StaffDecision,
  StaffMember,
} from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'

export type { Application, AuditEntry, Invitation, Report, Role, StaffDecision, StaffMember } from '@quack/contract'

/** What the staff reads and does. */

const keyOf = (...parts: string[]) => [...queryKeys.moderation, ...parts]
const refetch = () => invalidate({ queryKey: queryKeys.moderation })

export function useReports(state: 'open' | 'closed') {
  return usePages<Report>(keyOf('reports', state), async (query, signal) => {
    const answer = await call('GET /api/moderation/reports', { query: { ...query, state } }, { signal })
    return { entries: answer.reports, nextCursor: answer.nextCursor }
  })
}

export type ReportView = RouteAnswer<'GET /api/moderation/reports/:reportId'>

export function useReport(reportId: string) {
  return useQuery({
    queryKey: keyOf('report', reportId),
    queryFn: ({ signal }) => call('GET /api/moderation/reports/:reportId', { params: { reportId } }, { signal }),
  })
}

export async function decide(body: RouteInput<'POST /api/moderation/decisions'>['body']): Promise<void> {
  await call('POST /api/moderation/decisions', { body })
  await refetch()
}

export function useAppeals() {
  return usePages<StaffDecision>(keyOf('appeals'), async (query, signal) => {
    const answer = await call('GET /api/moderation/appeals', { query }, { signal })
    return { entries: answer.appeals, nextCursor: answer.nextCursor }
  })
}

export async function decideAppeal(decisionId: string, accept: boolean, message: string): Promise<void> {
  await call('POST /api/moderation/appeals/:decisionId', { params: { decisionId }, body: { accept, message } })
  await refetch()
}

export type MemberFilter = 'all' | 'limited' | 'suspended' | 'staff'

export function useStaffMembers(search: string, filter: MemberFilter) {
  return usePages<StaffMember>(keyOf('members', filter, search), async (query, signal) => {
    const answer = await call('GET /api/moderation/members', { query: { ...query, search, filter } }, { signal })
    return { entries: answer.members, nextCursor: answer.nextCursor }
  })
}

export async function setRole(id: string, role: 'owner' | 'moderator' | null): Promise<void> {
  await call('POST /api/moderation/members/:id/role', { params: { id }, body: { role } })
  await refetch()
}

export async function endSuspension(id: string): Promise<void> {
  await call('POST /api/moderation/members/:id/restore', { params: { id } })
  await refetch()
}

export async function endLimit(id: string): Promise<void> {
  await call('POST /api/moderation/members/:id/unlimit', { params: { id } })
  await refetch()
}

export function useApplications() {
  return usePages<Application>(keyOf('applications'), async (query, signal) => {
    const answer = await call('GET /api/moderation/applications', { query }, { signal })
    return { entries: answer.applications, nextCursor: answer.nextCursor }
  })
}

export async function decideApplication(applicationId: string, accept: boolean, reason: string): Promise<void> {
  const params = { applicationId }
  await call('POST /api/moderation/applications/:applicationId', { params, body: { accept, reason } })
  await refetch()
}

export function useInvitations() {
  return usePages<Invitation>(keyOf('invitations'), async (query, signal) => {
    const answer = await call('GET /api/moderation/invitations', { query }, { signal })
    return { entries: answer.invitations, nextCursor: answer.nextCursor }
  })
}

/** @returns the token, which is shown this once */
export async function createInvitation(uses: number, days: number): Promise<string> {
  const { token } = await call('POST /api/moderation/invitations', { body: { uses, days } })
  await refetch()
  return token
}

export async function revokeInvitation(invitationId: string): Promise<void> {
  await call('DELETE /api/moderation/invitations/:invitationId', { params: { invitationId } })
  await refetch()
}

export async function editInstallation(body: RouteInput<'POST /api/moderation/installation'>['body']): Promise<void> {
  await call('POST /api/moderation/installation', { body })
  await Promise.all([invalidate({ queryKey: queryKeys.about }), invalidate({ queryKey: queryKeys.meta })])
}

export function useStatistics() {
  return useQuery({
    queryKey: keyOf('statistics'),
    queryFn: ({ signal }) => call('GET /api/moderation/statistics', {}, { signal }),
  })
}

export function useAuditLog() {
  return usePages<AuditEntry>(keyOf('audit'), async (query, signal) => {
    const answer = await call('GET /api/moderation/audit', { query }, { signal })
    return { entries: answer.entries, nextCursor: answer.nextCursor }
  })
}
