import type { Connection, Database } from '../../../database/database.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../../database/paging.ts'
import type { MemberId } from '../../../database/schema.ts'

/** What the audit log says about one action of the staff or the operator. */
export interface AuditRecord {
  /** Null for the operator's command line. */
  readonly actor: MemberId | null
  readonly action: string
  readonly kind: 'member' | 'post' | 'comment' | 'report' | 'decision' | 'application' | 'invitation' | 'installation'
  readonly target: number | null
  /** No personal data: the log is never deleted. */
  readonly detail?: string
}

/** Adds to the log, in the transaction of the action itself if it has one. */
export async function recordAudit(db: Database, transaction: Connection, records: readonly AuditRecord[]) {
  if (records.length === 0) return
  const rows = records.map(({ actor, action, kind, target, detail = '' }) => ({
    id: db.ids.next(),
    actor_id: actor,
    action,
    target_kind: kind,
    target_id: target,
    detail,
  }))
  await transaction.insertInto('audit_log').values(rows).execute()
}

export const AUDIT_CURSOR = cursorCodec('audit', { id: ID_CODEC })

export function listAuditLog(db: Connection, { limit, after }: PageRequest<{ id: number }>) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'actor_id', 'action', 'target_kind', 'target_id', 'detail'])
    .$if(after !== null, (query) => query.where('id', '<', after?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
