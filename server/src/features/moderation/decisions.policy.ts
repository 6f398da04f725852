import type { Action } from '@quack/contract'
import { hasRole } from '@quack/contract/entities/roles'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { ReportRow } from './moderation.queries.ts'

/**
 * Whether actions fit what was reported. Posts can be hidden. Posts and comments can be deleted, together or alone.
 * Only an owner deletes an account, one at a time, because nothing brings it back.
 * @throws actionUnfit, ownerOnly
 */
export function requireFit(
  { role }: Pick<Viewer, 'role'>,
  actions: readonly Action[],
  reports: readonly Pick<ReportRow, 'target_kind' | 'target_id'>[],
): void {
  const kinds = new Set(reports.map((report) => report.target_kind))
  const isUnfit =
    (actions.includes('none') && actions.length > 1) ||
    (actions.includes('hide') && (!kinds.has('post') || kinds.size > 1)) ||
    (actions.includes('delete') && kinds.has('member') && (kinds.size > 1 || hasSeveralTargets(reports))) ||
    (actions.includes('delete') && actions.includes('hide'))
  if (isUnfit) throw new AppError('actionUnfit')
  if (actions.includes('delete') && kinds.has('member') && !hasRole(role, 'owner')) throw new AppError('ownerOnly')
}

function hasSeveralTargets(reports: readonly Pick<ReportRow, 'target_id'>[]): boolean {
  return new Set(reports.map((report) => report.target_id)).size > 1
}
