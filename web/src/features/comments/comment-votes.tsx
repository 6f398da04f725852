import { ArrowBigDown, ArrowBigUp } from 'lucide-react'
import { type LiveComment, useVoted, vote } from '../../data/comments/comments.ts'
import { cx } from '../../ui/cx.ts'
import { keyed } from '../../ui/keys.ts'
import { Count } from '../../ui/text/count.tsx'

interface CommentVotesProps {
  postId: string
  comment: LiveComment
}

/** Upvote and downvote, each with its count. A vote can be changed, but not withdrawn. */
export function CommentVotes({ postId, comment: saved }: CommentVotesProps) {
  const comment = useVoted(saved)
  const sides = [
    { side: 'up', label: 'Upvote', Icon: ArrowBigUp, count: comment.votes.upvoteCount, isMine: comment.viewer.upvoted },
    {
      side: 'down',
      label: 'Downvote',
      Icon: ArrowBigDown,
      count: comment.votes.downvoteCount,
      isMine: comment.viewer.downvoted,
    },
  ] as const
  return (
    <div className="flex gap-1 text-muted">
      {sides.map(({ side, label, Icon, count, isMine }) => (
        <button
          key={side}
          type="button"
          aria-label={`${label}: ${count}`}
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
