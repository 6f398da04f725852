import type { Post } from '@quack/contract'
import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/writing'
import {
  type createStatus,
  type editStatus,
  REACTIONS,
  type Reaction,
  reactTo,
} from '@quack/contract/client-api/writing'
import { PICTURES_MAX } from '@quack/contract/rules/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import type { CommentId, PostId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { type Hydration, hydrationOf } from '../../../reading/list-query.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { addBookmark, removeBookmark } from '../../bookmarks/bookmarks.service.ts'
import { addComment, deleteComment, editComment, removeVote, voteOnComment } from '../../comments/comments.service.ts'
import { idempotencyKeyOf } from '../../idempotency/idempotency.ts'
import { likePost, unlikePost } from '../../likes/likes.service.ts'
import { pinPost, unpinPost } from '../../pins/pins.service.ts'
import { createPost, deletePost, editPost, type PostInput } from '../../posts/posts.service.ts'
import { findRepost } from '../../reposts/reposts.queries.ts'
import { repostPost, undoRepost } from '../../reposts/reposts.service.ts'
import { accountView } from '../accounts/account.view.ts'
import { findAccount, readMembers } from '../accounts/accounts.read.ts'
import { mediaIdOfPost } from '../media/attachment.view.ts'
import { findSent } from '../media/media.routes.ts'
import { bindClient } from '../transport/bind-client.ts'
import type { Urls } from '../transport/urls.ts'
import { repostStatus } from './status.view.ts'
import { type Found, findStatus, statusOf } from './statuses.read.ts'

export interface WritingOptions {
  readonly urlsOf: (request: FastifyRequest) => Urls
  readonly sweepSoon: () => void
}

export function registerWriting(scope: FastifyInstance, db: Database, { urlsOf, sweepSoon }: WritingOptions): void {
  const find = (text: string, hydration: Hydration) => findStatus(db.read, text, hydration)
  const show = async (id: number, hydration: Hydration, request: FastifyRequest) =>
    statusOf(db.read, await find(String(id), hydration), hydration, urlsOf(request))
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

  /** Whether only followers see what the viewer writes, or answers. */
  async function isPrivate(of: Found | null, hydration: Hydration, request: FastifyRequest): Promise<boolean> {
    if (of) return (await statusOf(db.primary, of, hydration, urlsOf(request))).visibility === 'private'
    const [own] = hydration.viewer === null ? [] : await readMembers(db.primary, [hydration.viewer], hydration)
    return own?.private === true
  }

  bindClient(scope, calls.createStatus, async ({ input, viewer, hidden, request }) => {
    const hydration = hydrationOf({ viewer, hidden }, {})
    const of = input.in_reply_to_id === undefined ? null : await find(input.in_reply_to_id, hydration)
    requireKept(input, of !== null, input.visibility === 'private' && (await isPrivate(of, hydration, request)))
    const { status = '', language } = input
    const header = request.headers['idempotency-key']
    const key = idempotencyKeyOf(typeof header === 'string' ? { 'idempotency-key': header } : {}, ['status', input])
    const made =
      of === null
        ? await createPost(
            db,
            viewer,
            { content: status, lang: language ?? null, ...(await mediaOf(input, viewer)) },
            key,
          )
        : await addComment(db, viewer, of.id, status, key, of.comment && (idOf(of) as CommentId))
    return show(made, hydration, request)
  })

  bindClient(scope, calls.editStatus, async ({ params, input, viewer, hidden, request }) => {
    const hydration = hydrationOf({ viewer, hidden }, {})
    const found = await find(params.id, hydration)
    if (found.post.repost) throw new AppError('postEditForbidden')
    requireKept(input, found.comment !== null, false)
    const { status: text, language } = input
    if (found.comment) {
      await editComment(db, viewer, found.id, idOf(found) as CommentId, { ...(text !== undefined && { text }) })
    } else {
      const media = await mediaOf(input, viewer, found.post)
      await editPost(db, viewer, found.id, {
        lang: language ?? null,
        ...(text !== undefined && { content: text }),
        ...media,
      })
    }
    sweepSoon()
    return show(idOf(found), hydration, request)
  })

  bindClient(scope, calls.deleteStatus, async ({ params, viewer, hidden, request }) => {
    const hydration = hydrationOf({ viewer, hidden }, {})
    const found = await find(params.id, hydration)
    const status = await statusOf(db.read, found, hydration, urlsOf(request))
    const { repost } = found.post
    if (repost && repost.by._id !== String(viewer.id)) throw new AppError('postDeleteForbidden')
    if (repost) await undoRepost(db, viewer, found.id)
    else if (found.comment) await deleteComment(db, viewer, found.id, idOf(found) as CommentId)
    else await deletePost(db, viewer, found.id)
    sweepSoon()
    return { ...status, text: textOf(found) }
  })

  bindClient(scope, calls.getSource, async ({ params, viewer, hidden }) => {
    const found = await find(params.id, hydrationOf({ viewer, hidden }, {}))
    return { id: params.id, text: textOf(found), spoiler_text: '' }
  })

  for (const reaction of Object.keys(REACTIONS) as Reaction[]) {
    bindClient(scope, reactTo(reaction), async ({ params, viewer, hidden, request }) => {
      const hydration = hydrationOf({ viewer, hidden }, {})
      const found = await find(params.id, hydration)
      await (found.comment
        ? ofComment(reaction, viewer, found.id, idOf(found) as CommentId)
        : ofPost[reaction](viewer, found.id))
      const status = await show(idOf(found), hydration, request)
      const repost = reaction === 'reblog' && (await findRepost(db.primary, { post: found.id, member: viewer.id }))
      if (!repost) return status
      return repostStatus(
        status,
        repost.id,
        accountView(await findAccount(db.read, viewer.id, hydration), urlsOf(request)),
      )
    })
  }

  const ofPost: Readonly<Record<Reaction, (viewer: Viewer, id: PostId) => Promise<unknown>>> = {
    favourite: (viewer, id) => likePost(db, viewer, id),
    unfavourite: (viewer, id) => unlikePost(db, viewer, id),
    reblog: (viewer, id) => repostPost(db, viewer, id),
    unreblog: (viewer, id) => undoRepost(db, viewer, id),
    bookmark: (viewer, id) => addBookmark(db, viewer, id),
    unbookmark: (viewer, id) => removeBookmark(db, viewer, id),
    pin: (viewer, id) => pinPost(db, viewer, id),
    unpin: (viewer, id) => unpinPost(db, viewer, id),
  }

  /** @throws fieldInvalid for what comments do not have */
  async function ofComment(reaction: Reaction, viewer: Viewer, post: PostId, id: CommentId): Promise<void> {
    if (reaction === 'favourite') await voteOnComment(db, viewer, post, id, 1)
    else if (reaction === 'unfavourite') await removeVote(db, viewer, post, id)
    else throw new AppError('fieldInvalid', 'A comment can be neither reposted, bookmarked nor pinned here.')
  }
}

type Media = Pick<PostInput, 'mediaUrl' | 'alt' | 'furtherPictures'>

const picturesOf = ({ mediaUrl: url, alt, furtherPictures = [] }: Post) => [{ url, alt }, ...furtherPictures]

type Written = ClientInput<typeof createStatus> | ClientInput<typeof editStatus>

/**
 * Refuses what a status could not keep to: fewer readers than Quack shows it to, a warning, a time, a poll.
 * @param answers whether it is a comment; @param isForFollowers whether only followers see it anyway
 * @throws fieldInvalid
 */
function requireKept(input: Written, answers: boolean, isForFollowers: boolean): void {
  const { visibility, scheduled_at, quoted_status_id } = input as ClientInput<typeof createStatus>
  const refused = [
    visibility !== undefined &&
      visibility !== 'public' &&
      !isForFollowers &&
      `visibility ${visibility} is not known here: who sees a post is a setting of the account`,
    input.spoiler_text && 'spoiler_text: posts have no content warnings here',
    input.sensitive && 'sensitive: posts have no content warnings here',
    input.poll && 'poll: there are no polls here',
    scheduled_at && 'scheduled_at: posts cannot be scheduled here',
    quoted_status_id && 'quoted_status_id: posts cannot be quoted here',
    (input.media_ids?.length ?? 0) > PICTURES_MAX && `media_ids: a post has at most ${PICTURES_MAX} pictures here`,
    answers && input.media_ids?.length && 'media_ids: comments have no pictures here',
  ].find((problem) => typeof problem === 'string' && problem !== '')
  if (typeof refused === 'string') throw new AppError('fieldInvalid', refused)
}
