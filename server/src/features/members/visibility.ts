import { type SqlBool, sql } from 'kysely'

/**
 * The only rule for which members and which of their posts and comments are visible. Every query that shows them has
 * this condition, and caches are filled by such queries. Deleted accounts are hidden while their rows are being
 * removed. What suspended members wrote stays visible. A rule that depends on the viewer belongs here too: as a
 * condition of queries, and as the audience of an answer plan (http/json-answer.ts).
 */
export const isVisible = sql<SqlBool>`members.deleted_at is null`
