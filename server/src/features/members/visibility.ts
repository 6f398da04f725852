import { type SqlBool, sql } from 'kysely'

/**
 * The one rule of what may be seen of members and of what they wrote. Every query that shows either has it, and what is
 * cached is read by such queries. Members who have left are nobody's to see while their rows are being removed; what
 * suspended members wrote stays. A rule that depends on the viewer belongs here too: as a condition of queries, and as
 * the audience of an answer plan (http/json-answer.ts).
 */
export const isVisible = sql<SqlBool>`members.deleted_at is null`
