import { mayQuote } from '@quack/contract/rules/quotes'
import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { isForFollowers } from '../visibility/audience.ts'
import { lockFollow, lockSeen } from '../visibility/visibility.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import { getPostId } from './post-ids.ts'
import { lockQuoted } from './posts.queries.ts'

/**
 * The post that a new one is to quote, locked against its deletion, and against edits, which may forbid it. Call this
 * before members are locked.
 * @param named its `_id` or public id; @throws postUnknown
 */
export async function findQuoted(transaction: Connection, named: string) {
  const quoted = await lockQuoted.first(transaction, { id: await getPostId(transaction, named) })
  if (!quoted) throw new AppError('postUnknown')
  return quoted
}
type Found = Awaited<ReturnType<typeof findQuoted>>

/** @throws postUnknown, quoteForbidden */
export async function requireQuotable(transaction: Connection, viewer: MemberId, quoted: Found): Promise<void> {
  const { author, who_may_quote } = quoted
  const isOwn = author === viewer
  const audience =
    (await requireVisible(transaction, viewer, author, 'postUnknown')) ?? (await lockSeen(transaction, viewer, viewer))
  if (!audience || isForFollowers(audience)) throw new AppError('quoteForbidden')
  const isAsked = !isOwn && who_may_quote === 'followers'
  const follows = isAsked && (await lockFollow(transaction, { follower: viewer, followed: author }))
  if (!mayQuote(who_may_quote, { isAuthor: isOwn, follows })) throw new AppError('quoteForbidden')
}
