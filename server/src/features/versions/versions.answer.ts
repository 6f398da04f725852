import type { CommentVersion, PostVersion } from '@quack/contract'
import { VERSIONS_PAGE } from '@quack/contract/rules/limits'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { cursorCodec, ID_CODEC, type PageRequest, readPage } from '../../database/paging.ts'
import type { CommentId, PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { createScale } from '../../reading/answer-size.ts'
import { isHidden } from '../../reading/hidden.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import type { CommentRow } from '../comments/reading/comments.queries.ts'
import * as comments from '../comments/reading/comments.queries.ts'
import { type MediaAddressing, mediaAddressesOf, PLAIN } from '../media/records/media-addresses.ts'
import { listFurtherPictures } from '../posts/further-pictures.queries.ts'
import { listOwnRows } from '../posts/hidden-posts.queries.ts'
import { findPoll } from '../posts/post-polls.queries.ts'
import { optionsOf } from '../posts/post-polls.ts'
import type { PostRow } from '../posts/posts.queries.ts'
import * as posts from '../posts/posts.queries.ts'
import { textView } from '../posts/posts.view.ts'
import { findReadable, isForFollowers } from '../visibility/audience.ts'
import * as queries from './versions.queries.ts'

export interface VersionsPage<Version> {
  versions: Version[]
  nextCursor: string | null
}

export interface VersionsQuery {
  readonly limit?: number
  readonly cursor?: string
}

type Viewing = Pick<Hydration, 'viewer' | 'hidden'>
type Key = { readonly since: number }
const [POST_CURSOR, COMMENT_CURSOR] = (['post-versions', 'comment-versions'] as const).map((list) =>
  cursorCodec<Key>(list, { since: ID_CODEC }),
) as [ReturnType<typeof cursorCodec<Key>>, ReturnType<typeof cursorCodec<Key>>]

/** The rows of a page that fit into an answer: the present version, which has no row, and earlier ones. */
async function readKeys<Row extends queries.VersionKey, Present extends queries.VersionKey>(
  codec: typeof POST_CURSOR,
  { limit = VERSIONS_PAGE, cursor }: VersionsQuery,
  present: Present,
  list: (range: { before: number; limit: number }) => Promise<readonly Row[]>,
) {
  async function load({ limit, after }: PageRequest<Key>): Promise<(Row | Present)[]> {
    const before = after?.since ?? present.since
    return after === null
      ? [present, ...(await list({ before, limit: limit - 1 }))]
      : [...(await list({ before: Math.min(before, present.since), limit }))]
  }
  const { entries, nextCursor } = await readPage(codec, { limit, cursor }, load)
  const scale = createScale(0)
  const taken = entries.slice(
    0,
    scale.fit(entries, ({ length }) => scale.weigh(length)),
  )
  const last = taken.at(-1)
  return { taken, nextCursor: taken.length < entries.length && last ? codec.write(last) : nextCursor }
}

/** The post of an answer, as its viewer sees it: also a hidden one of their own. @throws postUnknown */
async function getRow(db: Connection, id: PostId, { viewer, hidden }: Viewing): Promise<PostRow> {
  const [row] = await (viewer === null ? posts.listRows(db, [id], null) : listOwnRows(db, [id], viewer))
  if (!row || isHidden(hidden, row.author_id)) throw new AppError('postUnknown')
  const isReadable = await findReadable(db, viewer, [{ ...row, id: row.author_id }])
  if (!isReadable(row.author_id)) throw new AppError('postUnknown')
  return row
}

/** @throws postUnknown */
export async function readPostVersions(db: Connection, id: PostId, query: VersionsQuery, viewing: Viewing) {
  const row = await getRow(db, id, viewing)
  const isOpen = row.hidden_at === null && !isForFollowers(row)
  return versionsOfPost(db, row, query, isOpen ? PLAIN : mediaAddressesOf(db).signed())
}

/**
 * What a post says, and has said before its row was read: an edit in between adds nothing. A moderator's warning covers
 * all of it.
 */
export async function versionsOfPost(
  db: Connection,
  row: PostRow,
  query: VersionsQuery,
  addressing: MediaAddressing,
): Promise<VersionsPage<PostVersion>> {
  const { id } = row
  const present = { since: row.edited_at ?? timeOfId(id), length: posts.textLengthOf(row) }
  const { taken, nextCursor } = await readKeys(POST_CURSOR, query, present, (range) =>
    queries.listPostVersions(db, { id, ...range }),
  )
  const isFirst = taken[0] === present
  const further = isFirst ? (await listFurtherPictures(db, [row])).get(id) : undefined
  const asks = isFirst && row.poll_options !== '' ? await findPoll(db, { post: id }) : undefined
  const poll = pollView({ ...row, poll_multiple: asks?.multiple ?? 0 })
  const said = isFirst ? [{ ...sinceView(present), ...textView(row, addressing, further), ...poll }] : []
  const earlier = isFirst ? taken.slice(1) : taken
  const [from, to] = [earlier.at(-1), earlier[0]]
  if (!from || !to) return { versions: said, nextCursor }
  const range = { id, from: from.since, to: to.since }
  const texts = await queries.listPostTexts(db, range)
  const pictures = Map.groupBy(await queries.listPictures(db, range), ({ since }) => since)
  const cover = row.own_warning === null ? {} : { warning: row.warning }
  const versions = texts.map(({ since, ...text }) => {
    const files = pictures.get(since) ?? []
    const first = files.find(({ position }) => position === 0)
    const shape = first ? { ...first, media_name: first.name } : NO_FILE
    const shown = { ...text, ...shape, alt: text.alt, ...cover, own_warning: row.own_warning }
    return {
      ...sinceView({ since }),
      ...textView(
        shown,
        addressing,
        files.filter((file) => file !== first),
      ),
      ...pollView(text),
    }
  })
  return { versions: [...said, ...versions], nextCursor }
}

const NO_FILE = {
  media_name: null,
  ...{ width: null, height: null, preview: null, has_poster: null, frames: null, state: null },
}

const pollView = ({ poll_options, poll_multiple }: { readonly poll_options: string; readonly poll_multiple: 0 | 1 }) =>
  poll_options !== '' && {
    pollOptions: optionsOf(poll_options),
    ...(poll_multiple === 1 && { pollMultiple: true as const }),
  }

const sinceView = ({ since }: Key) => ({ _id: String(since), since: timestamp(since) })

/** @param id of a comment on a post that the viewer sees; @throws commentUnknown */
export async function readCommentVersions(db: Connection, id: CommentId, query: VersionsQuery, { hidden }: Viewing) {
  const [row] = await comments.listRows(db, [id])
  const isShown = row && !isHidden(hidden, row.author_id)
  if (!isShown || (await comments.listPostsOf(db, { ids: [id] })).length === 0) throw new AppError('commentUnknown')
  return versionsOfComment(db, row, query)
}

export async function versionsOfComment(
  db: Connection,
  { id, edited_at, text }: CommentRow,
  query: VersionsQuery,
): Promise<VersionsPage<CommentVersion>> {
  const present = { since: edited_at ?? timeOfId(id), text, length: text.length }
  const { taken, nextCursor } = await readKeys(COMMENT_CURSOR, query, present, (range) =>
    queries.listCommentVersions(db, { id, ...range }),
  )
  return { versions: taken.map((version) => ({ ...sinceView(version), text: version.text })), nextCursor }
}
