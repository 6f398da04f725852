import type { Write, WriteKind } from './choose.ts'
import { drop, type Outcome, type World, type WorldComment, type WorldPost } from './world.ts'

/** Applies a write to a post, or to a comment on it. */
export function applyToPost(world: World, kind: WriteKind, post: WorldPost, write: Write): Outcome {
  const { by } = write
  const isOwn = post.author === by
  if (kind === 'deletePost' || kind === 'limitComments') {
    if (world.hidesPostItself(by, post)) return 'unknown'
    if (!isOwn) return 'refused'
    if (kind === 'deletePost') removePost(world, post)
    else post.whoMayComment = write.whoMayComment
    return 'done'
  }
  if (world.hidesPost(by, post)) return 'unknown'
  switch (kind) {
    case 'pin':
    case 'unpin':
      if (!isOwn || post.isPinned === (kind === 'pin')) return 'refused'
      for (const each of world.posts) if (each.author === by) each.isPinned = false
      post.isPinned = kind === 'pin'
      return 'done'
    case 'like':
      if (post.up.includes(by)) return 'refused'
      post.likeCount++
      return react(post, 'up', by)
    case 'dislike':
      if (post.likeCount === 0 || post.down.includes(by)) return 'refused'
      post.likeCount--
      return react(post, 'down', by)
    case 'bookmark':
      if (world.bookmarks.some((bookmark) => bookmark.by === by && bookmark.post === post)) return 'refused'
      world.bookmarks.push({ by, post })
      return 'done'
    case 'comment':
      if (!world.mayComment(by, post)) return 'refused'
      post.comments.push(newComment(world, write))
      return 'done'
  }
  const comment = post.comments.find((each) => each.number === write.comment)
  if (!comment || world.hidesComment(by, post, comment)) return 'unknown'
  return applyToComment(kind, by, post, comment)
}

function newComment(world: World, { number, by, member }: Write): WorldComment {
  const mention = { mentioned: member, isMention: !world.hides(by, member) }
  return { number, author: by, ...mention, isHidden: false, up: [], down: [] }
}

function applyToComment(kind: WriteKind, by: string, post: WorldPost, comment: WorldComment): Outcome {
  if (kind === 'deleteComment') {
    if (comment.author !== by && post.author !== by) return 'refused'
    drop(post.comments, comment)
    return 'done'
  }
  if (kind === 'hideComment' || kind === 'unhideComment') {
    const isHidden = kind === 'hideComment'
    if (post.author !== by || comment.isHidden === isHidden) return 'refused'
    comment.isHidden = isHidden
    return 'done'
  }
  const to = kind === 'upvote' ? 'up' : 'down'
  return comment[to].includes(by) ? 'refused' : react(comment, to, by)
}

export function removePost(world: World, post: WorldPost): void {
  world.bookmarks = world.bookmarks.filter((bookmark) => bookmark.post !== post)
  drop(world.posts, post)
}

function react(of: Pick<WorldPost, 'up' | 'down'>, to: 'up' | 'down', by: string): Outcome {
  drop(of[to === 'up' ? 'down' : 'up'], by)
  of[to].push(by)
  return 'done'
}
