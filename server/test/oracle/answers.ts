import { ENDPOINTS } from '@quack/contract'
import { same } from './compare.ts'
import type { Model } from './model.ts'
import { isRepeatable, type Operation } from './operations.ts'
import type { Outcome, Subject } from './subject.ts'
import { expectationsOf, seenComment, seenMember, seenPost } from './views.ts'

/** Only the parts that are compared. Other tests validate answers against their schemas. */
type Body = { [part in 'post' | 'posts' | 'comment' | 'comments' | 'bookmarks' | 'user' | 'followUser']?: never } & {
  readonly tag?: { readonly viewer: { readonly following: boolean } }
  readonly bookmarked?: boolean
}

const STATUS: Partial<Record<Operation['kind'], number>> = {
  follow: ENDPOINTS.followMember.success,
  hideReposts: ENDPOINTS.hideReposts.success,
  unfollow: ENDPOINTS.unfollowMember.success,
  bookmark: ENDPOINTS.addBookmark.success,
  unbookmark: ENDPOINTS.removeBookmark.success,
  followTag: ENDPOINTS.followTag.success,
}

/** Compares the answer of a successful step. @param model the model after the step */
export function compareAnswer(
  { model, numbers, embed }: { model: Model; numbers: Subject['numbers']; embed: number },
  step: Operation,
  { answer, isMinimal }: Outcome,
): void {
  const what = `the answer to ${step.kind}`
  const see = expectationsOf(model, step.by, embed)
  const body = answer.body as Body
  const isEitherWay = isRepeatable(step)
  same(`${what}, its status`, answer.status, isEitherWay ? 200 : (STATUS[step.kind] ?? 201))

  switch (step.kind) {
    case 'follow':
    case 'unfollow':
      same(what, body.followUser && seenMember(body.followUser, numbers), see.member(step.member))
      same(what, body.user && seenMember(body.user, numbers), see.member(step.by))
      return
    case 'hideReposts':
    case 'showReposts':
      same(what, body.user && seenMember(body.user, numbers), see.member(step.member))
      return
    case 'followTag':
    case 'unfollowTag':
      same(what, body.tag?.viewer.following, step.kind === 'followTag')
      return
    case 'editProfile':
    case 'setReposts':
    case 'setLanguages':
      same(what, body.user && seenMember(body.user, numbers), see.member(step.by))
      return
    case 'bookmark':
    case 'unbookmark': {
      if (isEitherWay) {
        same(what, body.bookmarked, step.kind === 'bookmark')
        return
      }
      const ids: string[] = body.bookmarks ?? []
      const seen = ids.map((id) => numbers.numberOf(id))
      const expected = model.bookmarksOf(step.by).map((post) => post.number)
      same(what, seen, expected.reverse())
      return
    }
  }

  const post = model.posts.find((entry) => entry.number === step.post)
  const isOne = isMinimal || isEitherWay
  if (step.kind === 'upvote' || step.kind === 'downvote' || step.kind === 'unvote') {
    const seen: never[] = body.comment ? [body.comment] : (body.comments ?? [])
    const comments = [...(post?.comments ?? [])].reverse()
    const answered = comments.filter((entry) => !isOne || entry.number === step.comment)
    const views = seen.map((entry) => seenComment(entry, numbers))
    same(
      what,
      views,
      answered.flatMap((comment) => (post ? see.comment(comment, post) : [])),
    )
  } else if (isOne) {
    same(what, body.post && seenPost(body.post, numbers), post ? see.post(post) : null)
  } else {
    const seen: never[] = body.posts ?? []
    const newest = [...model.posts].reverse()
    const views = seen.map((entry) => seenPost(entry, numbers))
    same(what, views, newest.map(see.post))
  }
}
