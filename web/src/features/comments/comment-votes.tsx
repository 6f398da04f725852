import { t } from '@lingui/core/macro'
import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { type LiveComment, useVoted, vote } from '../../data/comments/comments.ts'
import { cx } from '../../ui/cx.ts'
import { keyed } from '../../ui/keys.ts'
import { Count } from '../../ui/text/count.tsx'

interface CommentVotesProps {
  postId: string
  comment: LiveComment
}

/** Upvote and downvote, each with its count. A vote can be changed here, but not withdrawn. */
export function CommentVotes({ postId, comment: saved }: CommentVotesProps) {
  const comment = useVoted(saved)
  const { upvoteCount, downvoteCount } = comment.votes
  const sides = [
    {
      side: 'up',
      label: t({ message: 'Upvote', context: 'verb' }),
      name: t`Upvote: ${{ count: upvoteCount }}`,
      Icon: ArrowBigUp,
      count: upvoteCount,
      isMine: comment.viewer.upvoted,
    },
    {
      side: 'down',
      label: t({ message: 'Downvote', context: 'verb' }),
      name: t`Downvote: ${{ count: downvoteCount }}`,
      Icon: ArrowBigDown,
      count: downvoteCount,
      isMine: comment.viewer.downvoted,
    },
  ] as const
  return (
    <div className="flex gap-1 text-muted">
      {sides.map(({ side, label, name, Icon, count, isMine }) => (
        <button
          key={side}
          type="button"
          aria-label={name}
          aria-pressed={isMine}
          data-tooltip={label}
          {...(side === 'up' && keyed('l'))}
          onClick={() => vote(postId, saved, side)}
          className={cx(
            'flex h-10 min-w-10 items-center gap-1 rounded-full px-2.5 text-meta transition-colors hover:bg-hover hover:text-accent',
            isMine && 'text-accent',
          )}
        >
          <Icon size={18} fill={isMine ? 'currentColor' : 'none'} aria-hidden="true" />
          <Count value={count} />
        </button>
      ))}
    </div>
  )
}
