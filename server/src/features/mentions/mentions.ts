import { MENTIONS_MAX } from '@quack/contract/rules/limits'
import { mentionsIn } from '@quack/contract/rules/references'
import type { Connection } from '../../database/database.ts'
import type { CommentId, MemberId, PostId } from '../../database/schema.ts'
import { type Hidden, isHidden } from '../../reading/hidden.ts'
import { listNamed, type MentionTable } from './mentions.queries.ts'

/** A member whom a text mentions. */
export interface Mentioned {
  readonly id: MemberId
  readonly username: string
}

/** Most texts cannot mention anybody, which is known without a query. */
export const mayMention = (text: string): boolean => /[@＠]/.test(text)

/**
 * The members whom a text mentions: for each of its first mentions, the one with the longest name that it may mean.
 * Members whom the author does not see do not exist for it.
 * @param others are locked with them, if there are any
 */
export async function findMentioned(
  transaction: Connection,
  author: MemberId,
  text: string,
  others: readonly MemberId[] = [],
): Promise<MemberId[]> {
  const mentions = mayMention(text) ? mentionsIn(text).slice(0, MENTIONS_MAX) : []
  if (mentions.length === 0) return []
  const rows = await listNamed(transaction, {
    author,
    locked: [author, ...others],
    names: [...new Set(mentions.flat())],
  })
  const members = new Map(rows.map(({ name, id }) => [name, id]))
  const meant = mentions.flatMap((names) => names.map((name) => members.get(name)).find((id) => id !== undefined) ?? [])
  return [...new Set(meant)]
}

/** Replaces the mentions of a text that is edited. @returns those whom it did not mention before */
export async function replaceMentions<Id extends PostId | CommentId>(
  transaction: Connection,
  table: MentionTable<Id>,
  { id, author, before, after }: { id: Id; author: MemberId; before: string; after: string },
): Promise<MemberId[]> {
  const mentioned = await findMentioned(transaction, author, after)
  const present = mayMention(before) ? await table.list(transaction, [id]) : []
  if (mayMention(before)) await table.clear(transaction, id)
  if (mentioned.length > 0) await table.insert(transaction, id, mentioned)
  const earlier = new Set(present.map((member) => member.id))
  return mentioned.filter((member) => !earlier.has(member))
}

/** Whom each text mentions whom the viewer sees, in one query; in none if no text can have mentions. */
export async function listMentions<Id extends PostId | CommentId>(
  db: Connection,
  table: MentionTable<Id>,
  texts: Iterable<{ readonly id: Id; readonly text: string }>,
  hidden: Hidden,
): Promise<ReadonlyMap<Id, readonly Mentioned[]>> {
  const ids = [...texts].filter(({ text }) => mayMention(text)).map(({ id }) => id)
  const rows = ids.length > 0 ? await table.list(db, ids) : []
  const seen = rows.filter(({ id }) => !isHidden(hidden, id))
  return Map.groupBy(seen, ({ of }) => of)
}

/** As entities have them: absent if there are none. */
export function mentionsView(mentioned: readonly Mentioned[] = []): { mentions: string[] } | null {
  return mentioned.length > 0 ? { mentions: mentioned.map(({ username }) => username) } : null
}
