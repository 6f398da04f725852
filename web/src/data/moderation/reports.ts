import type { Decision, OwnReport, RouteInput } from '@quack/contract'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate } from '../cache/read-again.ts'
import { usePages } from '../cache/use-pages.ts'
import { clearUnreadDecisions } from '../members/members.ts'

export type { Action, Copy, Decision, OwnReport, TargetKind } from '@quack/contract'

export async function sendReport(body: RouteInput<'POST /api/reports'>['body']): Promise<void> {
  await call('POST /api/reports', { body })
  await invalidate({ queryKey: queryKeys.ownReports })
}

/** The viewer's reports, newest first. */
export function useOwnReports() {
  return usePages<OwnReport>(queryKeys.ownReports, async (query, signal) => {
    const { reports, nextCursor } = await call('GET /api/reports', { query }, { signal })
    return { entries: reports, nextCursor }
  })
}

/** What moderators decided about the viewer, newest first. */
export function useOwnDecisions() {
  return usePages<Decision>(queryKeys.ownDecisions, async (query, signal) => {
    const { decisions, nextCursor } = await call('GET /api/decisions', { query }, { signal })
    return { entries: decisions, nextCursor }
  })
}

export async function markDecisionsSeen(username: string): Promise<void> {
  await call('POST /api/decisions/seen', {})
  clearUnreadDecisions(username)
}

export async function appealDecision(decisionId: string, text: string): Promise<void> {
  await call('POST /api/decisions/:decisionId/appeal', { params: { decisionId }, body: { text } })
  await invalidate({ queryKey: queryKeys.ownDecisions })
}

/** For a suspended member, who cannot log in. With `appeal`, it appeals. */
export function readSuspension(body: RouteInput<'POST /api/auth/suspension'>['body']) {
  return call('POST /api/auth/suspension', { body })
}
