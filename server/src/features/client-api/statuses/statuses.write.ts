import type { Post } from '@quack/contract'
import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/writing'
import { QUOTE_POLICIES, REACTIONS, type Reaction, reactTo } from '@quack/contract/client-api/writing'
import { PICTURES_MAX, WARNING_MAX_LENGTH } from '@quack/contract/rules/limits'
import { toWarning } from '@quack/contract/rules/text'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { parseId } from '../../../database/ids.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { addBookmark, removeBookmark } from '../../bookmarks/bookmarks.service.ts'
import { addComment, deleteComment, editComment, removeVote, voteOnComment } from '../../comments/comments.service.ts'
import { idempotencyKeyOf } from '../../idempotency/idempotency.ts'
import { likePost, unlikePost } from '../../likes/likes.service.ts'
import { pinPost, unpinPost } from '../../pins/pins.service.ts'
import { createPost, deletePost, editPost, type PostInput } from '../../posts/posts.service.ts'
import { withdrawQuote } from '../../quotes/quotes.service.ts'
import { findRepost } from '../../reposts/reposts.queries.ts'
import { repostPost, undoRepost } from '../../reposts/reposts.service.ts'
import { findAccount } from '../accounts/accounts.read.ts'
import { mediaIdOfPost } from '../media/attachment.view.ts'
import { findSent } from '../media/media.routes.ts'
import { bindClient, type Reader } from '../transport/bind-client.ts'
import { refuseAny } from '../transport/client-errors.ts'
import { isTimeKept, pollOf } from './poll.view.ts'
import { type Found, findStatus, findStatuses, readStatus, statusOf } from './statuses.read.ts'

export function registerWriting(scope: FastifyInstance, db: Database, sweepSoon: () => void): void {
  const find = (text: string, { hydration }: Reader) => findStatus(db.read, text, hydration)
  const show = (id: number, reader: Reader) => readStatus(db.read, String(id), reader)
  const textOf = ({ post, comment }: Found) => (comment ? comment.text : post.content)
  const idOf = ({ id, comment }: Found) => (comment ? Number(comment._id) : id)

  /** What a status shows from now on; nothing if that stays as it is. @throws mediaUrlInvalid */
  async function mediaOf(input: Written, viewer: Viewer, post?: Post): Promise<Media> {
    if (!input.media_ids || (input.media_ids.length === 0 && !post)) return {}
    const present = new Map(post && picturesOf(post).map((each) => [mediaIdOfPost(post, each.url), each]))
    const sent = await findSent(
      db.primary,
      input.media_ids.filter((id) => !present.has(id)),
      viewer,
    )
    const [first, ...furtherPictures] = input.media_ids.map((id) => {
      const described = 'media_attributes' in input ? input.media_attributes?.find((each) => each.id === id) : undefined
      const media = present.get(id) ?? sent.get(id)
      if (!media) throw new AppError('mediaUrlInvalid')
      return { ...media, alt: described?.description ?? media.alt }
    })
    const further = furtherPictures.length > 0 || post?.furtherPictures ? { furtherPictures } : {}
    return first ? { mediaUrl: first.url, alt: first.alt, ...further } : { mediaUrl: '', ...further }
  }

  /** What a new status names. What is gone is not refused: a repeated request answers with what the first one made. */
  async function named(id: string | undefined, { hydration }: Reader): Promise<Found | null> {
    const [found] = id === undefined ? [] : await findStatuses(db.read, [id], hydration)
    return found ?? null
  }

  /** The post that a new one quotes. @throws fieldInvalid for a comment */
  async function quoteOf({ quoted_status_id: id }: New, reader: Reader): Promise<{ quote?: string }> {
    const found = await named(id, reader)
    refuseAny([found?.comment && NO_QUOTES])
    return id === undefined ? {} : { quote: String(found?.id ?? id) }
  }

  /** Whether only followers see what the viewer writes, or answers. */
  async function isPrivate(of: Found | null, viewer: Viewer, reader: Reader): Promise<boolean> {
    if (of) return (await statusOf(db.primary, of, reader)).visibility === 'private'
    return (await findAccount(db.primary, viewer.id, reader.hydration)).private === true
  }

  bindClient(scope, calls.createStatus, async (context) => {
    const { input, viewer, request } = context
    const answers = input.in_reply_to_id !== undefined
    const of = await named(input.in_reply_to_id, context)
    const isGone = answers && !of
    requireKept(
      input,
      answers ? of : undefined,
      input.visibility === 'private' && (isGone || (await isPrivate(of, viewer, context))),
    )
    const { status: content = '', language: lang } = input
    const header = request.headers['idempotency-key']
    const key = idempotencyKeyOf(typeof header === 'string' ? { 'idempotency-key': header } : {}, ['status', input])
    if (answers) {
      const answered = of?.comment ? (idOf(of) as CommentId) : null
      return show(await addComment(db, viewer, of?.id ?? NONE, content, key, answered), context)
    }
    const more = {
      ...ruleOf(input),
      ...coverOf(input),
      ...pollOf(input.poll),
      ...(await quoteOf(input, context)),
      ...(await mediaOf(input, viewer)),
    }
    return show(await createPost(db, viewer, { content, lang, ...more }, key), context)
  })

  bindClient(scope, calls.editStatus, async (context) => {
    const { input, viewer } = context
    const found = await find(context.params.id, context)
    if (found.post.repost) throw new AppError('postEditForbidden')
    requireKept(input, found.comment ? found : undefined, false)
    const { status: text, language: lang } = input
    if (found.comment) {
      await editComment(db, viewer, found.id, idOf(found) as CommentId, { ...(text !== undefined && { text }) })
    } else {
      const change = { ...(text !== undefined && { content: text }), ...(await mediaOf(input, viewer, found.post)) }
      const poll = pollOf(input.poll, found.post)
      await editPost(db, viewer, found.id, { lang, ...change, ...ruleOf(input), ...coverOf(input), ...poll })
    }
    sweepSoon()
    return show(idOf(found), context)
  })

  bindClient(scope, calls.deleteStatus, async (context) => {
    const { viewer } = context
    const found = await find(context.params.id, context)
    const status = await statusOf(db.read, found, context)
    const { repost } = found.post
    if (repost && repost.by._id !== String(viewer.id)) throw new AppError('postDeleteForbidden')
    if (repost) await undoRepost(db, viewer, found.id)
    else if (found.comment) await deleteComment(db, viewer, found.id, idOf(found) as CommentId)
    else await deletePost(db, viewer, found.id)
    sweepSoon()
    return { ...status, text: textOf(found) }
  })

  bindClient(scope, calls.setQuotePolicy, async (context) => {
    const found = await find(context.params.id, context)
    refuseAny([found.comment && NO_QUOTES])
    await editPost(db, context.viewer, found.id, ruleOf(context.input))
    return show(found.id, context)
  })

  bindClient(scope, calls.revokeQuote, async (context) => {
    const { id, quoting_status_id: quoting } = context.params
    const [post, quote] = [parseId<PostId>(id) ?? NONE, parseId<PostId>(quoting) ?? NONE]
    await withdrawQuote(db, context.viewer, { post, quote })
    // The author may not see the quote, which may be by somebody who has blocked them.
    const [found] = await findStatuses(db.read, [quoting, id], context.hydration)
    if (!found) throw new AppError('postUnknown')
    return statusOf(db.read, found, context)
  })

  bindClient(scope, calls.getSource, async (context) => {
    const { id } = context.params
    const found = await find(id, context)
    return { id, text: textOf(found), spoiler_text: found.comment ? '' : (found.post.warning ?? '') }
  })

  for (const reaction of Object.keys(REACTIONS) as Reaction[]) {
    bindClient(scope, reactTo(reaction), async (context) => {
      const { viewer } = context
      const found = await find(context.params.id, context)
      const id = idOf(found)
      if (found.comment) await onComment(reaction, viewer, found.id, id as CommentId)
      else await ON_POST[reaction](db, viewer, found.id)
      const repost = reaction === 'reblog' && (await findRepost(db.primary, { post: found.id, member: viewer.id }))
      return show(repost ? repost.id : id, context)
    })
  }

  /** @throws fieldInvalid for what comments do not have */
  async function onComment(reaction: Reaction, viewer: Viewer, post: PostId, id: CommentId): Promise<void> {
    if (reaction === 'favourite') await voteOnComment(db, viewer, post, id, 1)
    else if (reaction === 'unfavourite') await removeVote(db, viewer, post, id)
    else throw new AppError('fieldInvalid', 'A comment can be neither reposted, bookmarked nor pinned here.')
  }
}

const ON_POST: Readonly<Record<Reaction, (db: Database, viewer: Viewer, id: PostId) => Promise<unknown>>> = {
  ...{ favourite: likePost, unfavourite: unlikePost, reblog: repostPost, unreblog: undoRepost },
  ...{ bookmark: addBookmark, unbookmark: removeBookmark, pin: pinPost, unpin: unpinPost },
}

const NO_QUOTES = 'quoted_status_id: comments are not quoted here'
/** The id of no post. */
const NONE = 0 as PostId

/** Who may quote a post from now on. */
const ruleOf = ({ quote_approval_policy: policy }: Pick<Written, 'quote_approval_policy'>) =>
  policy === undefined ? {} : { whoMayQuote: QUOTE_POLICIES[policy] }

/** What covers a post from now on. */
const coverOf = ({ spoiler_text: warning, sensitive }: Written) => ({
  ...(warning !== undefined && { warning }),
  ...(sensitive !== undefined && { sensitive }),
})

type Media = Pick<PostInput, 'mediaUrl' | 'alt' | 'furtherPictures'>

const picturesOf = ({ mediaUrl: url, alt, furtherPictures = [] }: Post) => [{ url, alt }, ...furtherPictures]

/** Apps repeat the warning of what they answer, some of them after "re: ". A comment is shown below its post alone. */
const isRepeated = (text: string, on: Found | null) =>
  !on || toWarning(text).replace(/^re: /i, '') === on.post.warning?.replace(/^re: /i, '')

type New = ClientInput<typeof calls.createStatus>
type Written = New | ClientInput<typeof calls.editStatus>

/**
 * Refuses what a status could not keep to, such as fewer readers than Quack shows it to, or a comment's own warning.
 * @param on of a comment: where it stands, null if that is gone
 * @param isForFollowers whether only followers see it anyway
 * @throws fieldInvalid
 */
function requireKept(input: Written, on: Found | null | undefined, isForFollowers: boolean): void {
  const answers = on !== undefined
  const { visibility, scheduled_at, quoted_status_id } = input as New
  refuseAny([
    visibility !== undefined &&
      visibility !== 'public' &&
      !isForFollowers &&
      `visibility ${visibility} is not known here: who sees a post is a setting of the account`,
    input.spoiler_text &&
      (answers
        ? !isRepeated(input.spoiler_text, on) &&
          'spoiler_text: comments have no warnings of their own here; that of their post may be repeated'
        : input.spoiler_text.length > WARNING_MAX_LENGTH &&
          `spoiler_text: a warning has at most ${WARNING_MAX_LENGTH} characters here`),
    answers && input.poll && 'poll: comments have no polls here',
    input.poll && !isTimeKept(input.poll) && 'poll: it is open for 5 minutes to 30 days here',
    scheduled_at && 'scheduled_at: posts cannot be scheduled here',
    answers && quoted_status_id && 'quoted_status_id: comments quote nothing here',
    (input.media_ids?.length ?? 0) > PICTURES_MAX && `media_ids: a post has at most ${PICTURES_MAX} pictures here`,
    answers && input.media_ids?.length && 'media_ids: comments have no pictures here',
  ])
}
