import { t } from '@lingui/core/macro'
import { moreOf } from '../../data/cache/use-key-list.ts'
import type { useBranch } from '../../data/comments/comments.ts'
import { paths } from '../../paths.ts'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { BranchLink, type CommentContext, CommentRow, CommentTree } from './comment-tree.tsx'

interface BranchViewProps extends CommentContext {
  query: ReturnType<typeof useBranch>
}

/** A comment, what it answers, and all answers to it. */
export function BranchView({ query, ...context }: BranchViewProps) {
  const { post } = context
  const pages = query.data?.pages ?? []
  const [comment, answered] = pages[0]?.head?.toReversed() ?? []
  // One that was written here may come again with the last page.
  const answers = new Map(pages.flatMap((page) => page.comments.map((answer) => [answer._id, answer])))
  if (!comment) return null
  return (
    <>
      <BranchLink to={paths.post(post.id)}>{t`All comments`}</BranchLink>
      <ul aria-label={t`The comment`}>
        {answered && (
          <CommentRow {...context} comment={answered} mayAnswer={false}>
            <BranchLink to={paths.branch(post.id, answered._id)}>{t`All answers to this comment`}</BranchLink>
          </CommentRow>
        )}
        <CommentRow {...context} comment={comment} />
      </ul>
      {answers.size > 0 && (
        <>
          <h2 className="mt-2 border-t pt-3 pb-1 font-semibold">{t`Answers`}</h2>
          <ul aria-label={t`Answers`}>
            {[...answers.values()].map((answer) => (
              <CommentTree key={answer._id} {...context} tree={answer} />
            ))}
          </ul>
          <LoadMore list={moreOf(query)} size={answers.size} />
        </>
      )}
    </>
  )
}
