import type { Poll, PollResults, ShowPollResults, ViewerPoll } from '@quack/contract'
import { POLL_OPTIONS_MAX, POLL_SECONDS_DEFAULT } from '@quack/contract/rules/limits'
import { ALT_SEPARATOR, toPollOptions } from '@quack/contract/rules/text'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { timestamp } from '../../reading/timestamp.ts'
import * as queries from './post-polls.queries.ts'

/** What posts ask. features/polls takes votes and ends polls. */

/** As authors send it. */
export interface SentPoll {
  readonly options: readonly string[]
  readonly multiple?: boolean
  readonly mayChange?: boolean
  readonly showResults?: ShowPollResults
  readonly seconds?: number
}

interface PollContent {
  readonly options: string
  readonly multiple: 0 | 1
  readonly may_change: 0 | 1
  readonly show_results: ShowPollResults
  readonly ends_at: number
}

/** What `posts.poll_options` is with these options. @throws pollInvalid */
function optionsTextOf(options: readonly string[]): string {
  const lines = toPollOptions(options)
  if (!lines) throw new AppError('pollInvalid')
  return lines.map((line) => ALT_SEPARATOR + line).join('')
}

export const optionsOf = (text: string): string[] => text.slice(1).split(ALT_SEPARATOR)

/** Full seconds, as answers say it. */
const endAfter = (now: number, seconds: number): number => (Math.floor(now / 1_000) + seconds) * 1_000

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** @throws pollInvalid */
export function newPoll(sent: SentPoll, now: number): PollContent {
  return {
    options: optionsTextOf(sent.options),
    multiple: bit(sent.multiple ?? false),
    may_change: bit(sent.mayChange ?? false),
    show_results: sent.showResults ?? 'always',
    ends_at: endAfter(now, sent.seconds ?? POLL_SECONDS_DEFAULT),
  }
}

/** After the post was inserted. */
export async function insertPoll(
  db: Database,
  transaction: Connection,
  of: { readonly post: PostId; readonly author: MemberId },
  { options: _, ...content }: PollContent,
): Promise<void> {
  await queries.putPoll(transaction, { ...of, ...content, id: db.ids.next() })
}

interface Edited {
  readonly id: PostId
  readonly author_id: MemberId
  readonly poll_options: string
  readonly updated_at: number
}

/** What an edit makes of the poll of a post. */
export interface PollEdit {
  /** The new `posts.poll_options`. */
  readonly poll_options: string
  /** Before the edit and after it; 0 without a poll. */
  readonly multiple: readonly [0 | 1, 0 | 1]
  readonly version: number
  /** Before the edit; nothing without a poll. */
  readonly rules: Pick<SentPoll, 'mayChange' | 'showResults'>
  /** Whether the poll has been so since the edit that sends this was made before. */
  readonly isMade: boolean
  /** @throws pollEnded */
  readonly write: (db: Database, transaction: Connection) => Promise<void>
}

/**
 * @param post which is locked
 * @param sent null removes the poll; without it, nothing changes
 * @throws pollInvalid
 */
export async function editPoll(
  transaction: Connection,
  post: Edited,
  sent: SentPoll | null | undefined,
  now: number,
): Promise<PollEdit> {
  const { id, author_id: author, poll_options } = post
  const isAsking = poll_options !== ''
  const current = isAsking ? await queries.findPoll(transaction, { post: id }) : undefined
  const version = current?.version ?? 0
  const was = current?.multiple ?? 0
  const rules = current ? { mayChange: current.may_change === 1, showResults: current.show_results } : {}
  const before = { version, rules }
  const nothing = { ...before, poll_options, multiple: [was, was], isMade: true, write: async () => undefined } as const
  if (sent === undefined || (sent === null && !current)) return nothing
  if (sent === null) {
    const write = () => queries.removePoll(transaction, id)
    return { ...before, poll_options: '', multiple: [was, 0], isMade: false, write }
  }
  if (!current) {
    const content = newPoll(sent, now)
    const write = (db: Database) => insertPoll(db, transaction, { post: id, author }, content)
    return { ...before, poll_options: content.options, multiple: [was, content.multiple], isMade: false, write }
  }
  const after = {
    options: optionsTextOf(sent.options),
    multiple: bit(sent.multiple ?? current.multiple === 1),
    may_change: bit(sent.mayChange ?? current.may_change === 1),
    show_results: sent.showResults ?? current.show_results,
    ends_at: sent.seconds === undefined ? current.ends_at : endAfter(now, sent.seconds),
  }
  const isReset = after.options !== poll_options || after.multiple !== current.multiple
  const isSame = !isReset && after.may_change === current.may_change && after.show_results === current.show_results
  if (isSame && after.ends_at === current.ends_at) return nothing
  // The edit that has set this end has also set the time of the edit.
  const hasSetEnd = sent.seconds === undefined || current.ends_at === endAfter(post.updated_at, sent.seconds)
  return {
    poll_options: after.options,
    multiple: [was, after.multiple],
    ...before,
    isMade: isSame && hasSetEnd,
    async write() {
      if (current.ended_at !== null || current.ends_at <= now) throw new AppError('pollEnded')
      const { options: _, ...content } = after
      await queries.updatePoll(transaction, { post: id, ...content, isReset })
    },
  }
}

/** The poll of a post as an answer shows it. */
export interface PostPoll {
  /** What every reader sees. */
  readonly poll: Poll
  readonly author: MemberId
  /** For those who have voted, and the author, if others do not see them. */
  readonly voterResults: PollResults | null
}

type Marked = { readonly id: PostId; readonly author_id: MemberId; readonly poll_options: string }

/** Those of each of these posts. Without such posts, nothing is read. */
export async function listPolls(db: Connection, posts: readonly Marked[]): Promise<ReadonlyMap<PostId, PostPoll>> {
  const asking = posts.filter(({ poll_options }) => poll_options !== '')
  if (asking.length === 0) return new Map()
  const rows = await queries.listPolls(db, { ids: asking.map(({ id }) => id) })
  const byPost = new Map(rows.map((row) => [row.post_id, row]))
  return new Map(
    asking.flatMap((post) => {
      const row = byPost.get(post.id)
      return row ? [[post.id, pollView(post, row)]] : []
    }),
  )
}

type PollRow = Awaited<ReturnType<typeof queries.listPolls>>[number]

function pollView({ poll_options, author_id: author }: Marked, row: PollRow): PostPoll {
  const options = optionsOf(poll_options)
  const votes = [row.votes_0, row.votes_1, row.votes_2, row.votes_3, row.votes_4, row.votes_5]
  const results = { votes: votes.slice(0, options.length), voterCount: row.voters }
  const hasEnded = row.ended_at !== null
  const isOpen = hasEnded || row.show_results === 'always'
  const poll: Poll = {
    options,
    multiple: row.multiple === 1,
    mayChange: row.may_change === 1,
    showResults: row.show_results,
    endsAt: timestamp(row.ends_at),
    ...(hasEnded && { ended: true as const }),
    version: row.version,
    ...(isOpen && { results }),
  }
  return { poll, author, voterResults: !isOpen && row.show_results === 'voted' ? results : null }
}

/** The viewer's own votes on these posts. Without polls, or a viewer, nothing is read. */
export async function listOwnVotes(
  db: Connection,
  member: MemberId | null,
  polls: ReadonlyMap<PostId, PostPoll>,
): Promise<ReadonlyMap<PostId, queries.VoteRow>> {
  if (!member || polls.size === 0) return new Map()
  const rows = await queries.listVotes(db, { member, posts: [...polls.keys()] })
  return new Map(rows.map((row) => [row.post_id, row]))
}

/** Bits of choices, from 1 on. */
export const bitsOfChoices = (choices: readonly number[]): number => choices.reduce((bits, at) => bits | (1 << at), 0)

const choicesOf = (bits: number): number[] =>
  Array.from({ length: POLL_OPTIONS_MAX }, (_, at) => at).filter((at) => bits & (1 << at))

/** What a poll is to a viewer; undefined if there is nothing to say. @param bits of the choices, of this version */
export function viewerPollOf(
  { author, voterResults }: Pick<PostPoll, 'author' | 'voterResults'>,
  viewer: MemberId | null,
  bits: number,
): ViewerPoll | undefined {
  const results = voterResults && (bits !== 0 || viewer === author) ? { results: voterResults } : null
  return bits === 0 && !results ? undefined : { choices: choicesOf(bits), ...results }
}
