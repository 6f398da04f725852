import type { Connection, Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { bitsOfChoices, optionsOf } from '../posts/post-polls.ts'
import { lockPost } from '../posts/posts.queries.ts'
import { requireVisible } from '../visibility/visibility.ts'
import * as queries from './polls.queries.ts'

interface Sent {
  /** Options by their place, from 0. */
  readonly choices: readonly number[]
  /** Of the poll that the member has seen. */
  readonly version: number
}

/**
 * Votes, or changes the vote. The same vote again changes nothing, after the end too.
 * @throws postUnknown, pollUnknown, pollChanged, pollChoiceInvalid, pollEnded, pollVoted
 */
export async function vote(db: Database, viewer: Viewer, post: PostId, { choices, version }: Sent): Promise<void> {
  const bits = bitsOfChoices(choices)
  const own = { post, member: viewer.id }
  await db.write(async (transaction) => {
    // Shared by all who vote. An edit, the end and the deletion of the poll wait for them, and they for it.
    const author = await lockPost(transaction, post)
    if (author === null) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, author, 'postUnknown')
    const poll = await queries.findPoll(transaction, own)
    if (!poll) throw new AppError('pollUnknown')
    if (poll.version !== version) throw new AppError('pollChanged')
    if (poll.own_version === version && poll.own_choices === bits) return
    const isValid = choices.every((choice) => choice < optionsOf(poll.poll_options).length)
    if (!isValid || (choices.length > 1 && poll.multiple === 0)) throw new AppError('pollChoiceInvalid')
    if (poll.ended_at !== null || poll.ends_at <= Date.now()) throw new AppError('pollEnded')
    const row = { ...own, version, choices: bits }
    if (poll.own_version === null && (await queries.insertVote(transaction, row))) {
      await queries.countVote(transaction, { post, voters: 1, added: bits, removed: 0 })
      return
    }
    await changeVote(transaction, row, poll.may_change === 1)
  })
}

/** Of a member with a vote, which may be one of an earlier version. */
async function changeVote(
  transaction: Connection,
  row: Parameters<typeof queries.updateVote>[1],
  mayChange: boolean,
): Promise<void> {
  const { post, version, choices } = row
  let present = await queries.lockVote(transaction, row)
  while (!present) {
    // It was one of an earlier version, and deleted at this moment. Of several votes of the member, one comes first.
    if (await queries.insertVote(transaction, row)) {
      await queries.countVote(transaction, { post, voters: 1, added: choices, removed: 0 })
      return
    }
    present = await queries.lockVote(transaction, row)
  }
  const isFirst = present.version !== version
  if (!isFirst && present.choices === choices) return
  if (!isFirst && !mayChange) throw new AppError('pollVoted')
  await queries.updateVote(transaction, row)
  const removed = isFirst ? 0 : present.choices
  await queries.countVote(transaction, { post, voters: isFirst ? 1 : 0, added: choices, removed })
}
