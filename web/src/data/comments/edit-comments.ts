import type { Comment } from '@quack/contract'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { type CommentPage, type CommentPages, type LiveComment, takeComment } from './comments.ts'

/** Changes of the loaded comments of a post: of its list, and of its branches. */

type EditPage = (page: CommentPage, index: number, pages: readonly CommentPage[]) => CommentPage

function editPages(postId: string, edit: EditPage): void {
  queryClient.setQueriesData<CommentPages>(
    { queryKey: queryKeys.comments(postId) },
    (data) => data && { ...data, pages: data.pages.map(edit) },
  )
}

/** Changes a comment wherever it is. */
export function patchComment(postId: string, commentId: string, patch: (comment: LiveComment) => LiveComment): void {
  const patchIn = (list: readonly LiveComment[]): LiveComment[] =>
    list.map((comment) => {
      if (comment._id === commentId) return patch(comment)
      return comment.answers ? { ...comment, answers: patchIn(comment.answers) } : comment
    })
  editPages(postId, (page) => ({
    ...page,
    ...(page.head && { head: patchIn(page.head) }),
    comments: patchIn(page.comments),
  }))
}

/** What is around a comment does not change. */
export function putComment(postId: string, comment: Comment): void {
  patchComment(postId, comment._id, ({ answerCount, answers }) => ({
    ...takeComment(comment),
    ...(answerCount !== undefined && { answerCount }),
    ...(answers && { answers }),
  }))
}

/** Adds a new comment of the viewer: to the top of the list, or below what it answers. */
export function addComment(postId: string, made: Comment): void {
  const live: LiveComment = { ...takeComment(made), answerCount: 0 }
  editPages(postId, (page, index, pages) => {
    const others = page.comments.filter(({ _id }) => _id !== live._id)
    if (!live.answering)
      return page.head || index > 0 ? { ...page, comments: others } : { ...page, comments: [live, ...others] }
    const isOfHead = page.head?.at(-1)?._id === live.answering._id
    if (isOfHead) return index === pages.length - 1 ? { ...page, comments: [...others, live] } : page
    return { ...page, comments: page.comments.map((top) => withAnswer(top, live)) }
  })
}

/** Removes a deleted comment. While answers stand below, it leaves its place. */
export function dropComment(postId: string, commentId: string): void {
  editPages(postId, (page) => ({
    ...page,
    ...(page.head && { head: page.head.map((each) => (each._id === commentId ? placeOf(each) : each)) }),
    comments: page.comments.flatMap((top) => withoutComment(top, commentId)),
  }))
  // Comments that are being fetched may arrive with it.
  repeatReads(queryKeys.comments(postId))
}

/** What a comment answers, and what that answers, as far as it is among these. */
function above(all: readonly LiveComment[], { answering }: LiveComment): LiveComment[] {
  const found = all.find(({ _id }) => _id === answering?._id)
  return found ? [found, ...above(all, found)] : []
}

/** A tree with a comment below what it answers, if that is in the tree: after what is shown below that already. */
function withAnswer(tree: LiveComment, live: LiveComment): LiveComment {
  const all = [tree, ...(tree.answers ?? [])]
  const answered = above(all, live)
  const [parent] = answered
  if (!parent || all.some(({ _id }) => _id === live._id)) return tree
  const last = all.findLastIndex((each) => each === parent || above(all, each).includes(parent))
  return treeOf(all.toSpliced(last + 1, 0, live).map((each) => counted(each, answered, 1))) ?? tree
}

/** A tree without a comment, and without places that have no answer any more. */
function withoutComment(tree: LiveComment, commentId: string): LiveComment | [] {
  const all = [tree, ...(tree.answers ?? [])]
  const gone = all.find(({ _id }) => _id === commentId)
  if (!gone) return tree
  const answered = above(all, gone)
  const left = all
    .map((each) => (each === gone ? placeOf(each) : counted(each, answered, -1)))
    .filter(({ hidden, answerCount = 0 }) => hidden !== 'everyone' || answerCount > 0)
  return treeOf(left) ?? []
}

function counted(comment: LiveComment, wanted: readonly LiveComment[], by: 1 | -1): LiveComment {
  return wanted.includes(comment) ? { ...comment, answerCount: (comment.answerCount ?? 0) + by } : comment
}

function treeOf([top, ...answers]: readonly LiveComment[]): LiveComment | undefined {
  return top && { ...top, answers }
}

function placeOf(comment: LiveComment): LiveComment {
  const nothing = { username: '', firstName: '', lastName: '', avatarURL: '', text: '', mentions: [] }
  return { ...comment, ...nothing, hidden: 'everyone' }
}
