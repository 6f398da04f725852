import { plural } from '@lingui/core/macro'
import type { ReactNode, RefCallback } from 'react'
import { Link } from 'react-router'
import { isPlace, type LiveComment } from '../../data/comments/comments.ts'
import { isViewer } from '../../data/members/people.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { paths } from '../../paths.ts'
import { CommentItem } from './comment-item.tsx'
import { HiddenComment } from './hidden-comment.tsx'

/** Lit up for a moment. Without motion, as long as it has the focus. */
const WANTED = '-mx-2 animate-light-up rounded-lg px-2 motion-reduce:group-focus/wanted:bg-surface'

/** What all comments on a post have in common. */
export interface CommentContext {
  post: LivePost
  mayAnswer: boolean
  /** The comment to bring into view. */
  wanted: { id: string | undefined; ref: RefCallback<HTMLElement> }
}

interface CommentRowProps extends CommentContext {
  comment: LiveComment
  /** Whose comment it answers, where it is not directly below that. */
  answering?: string | undefined
  /** The answers to it. */
  children?: ReactNode
}

/** A comment, or the place of one. */
export function CommentRow({ comment, answering, post, mayAnswer, wanted, children }: CommentRowProps) {
  const outbox = useOutboxScreens()
  const isWanted = comment._id === wanted.id
  return (
    <li {...(isWanted && { ref: wanted.ref, tabIndex: -1, className: 'group/wanted' })}>
      <div className={isWanted ? WANTED : undefined}>
        {isPlace(comment) ? (
          <HiddenComment isGone={comment.hidden === 'everyone'} />
        ) : (
          <CommentItem
            postId={post._id}
            comment={comment}
            isOnOwnPost={isViewer(post.username)}
            mayAnswer={mayAnswer}
            answering={answering}
          />
        )}
      </div>
      {children}
      {outbox && <outbox.WaitingComments postId={post._id} answering={comment._id} />}
    </li>
  )
}

const seen = ({ hidden }: LiveComment): number => (hidden === 'everyone' ? 0 : 1)
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** A comment in a list with its first answers, two levels deep. What is beyond has a page of its own. */
export function CommentTree({ tree, ...context }: CommentContext & { tree: LiveComment }) {
  const groups: { answer: LiveComment; below: LiveComment[] }[] = []
  for (const answer of tree.answers ?? []) {
    if (answer.answering?._id === tree._id) groups.push({ answer, below: [] })
    else groups.at(-1)?.below.push(answer)
  }
  const shown = sum(groups.map(({ answer }) => seen(answer) + (answer.answerCount ?? 0)))
  return (
    <CommentRow {...context} comment={tree}>
      <Answers to={tree} shown={shown} post={context.post}>
        {groups.map(({ answer, below }) => (
          <CommentRow key={answer._id} {...context} comment={answer}>
            <Answers to={answer} shown={sum(below.map(seen))} post={context.post}>
              {below.map((each) => (
                <CommentRow
                  key={each._id}
                  {...context}
                  comment={each}
                  answering={each.answering?._id === answer._id ? undefined : each.answering?.username}
                />
              ))}
            </Answers>
          </CommentRow>
        ))}
      </Answers>
    </CommentRow>
  )
}

interface AnswersProps {
  to: LiveComment
  /** How many of the answers to it, and to these, are shown or counted below. */
  shown: number
  post: LivePost
  children: ReactNode[]
}

function Answers({ to, shown, post, children }: AnswersProps) {
  const rest = (to.answerCount ?? 0) - shown
  if (children.length === 0 && rest <= 0) return null
  return (
    <ul className="border-s ps-[15px] sm:ms-4 sm:ps-[27px]">
      {children}
      {rest > 0 && (
        <li>
          <BranchLink to={paths.branch(post.id, to._id)}>
            {children.length > 0
              ? plural(rest, { one: '# more answer', other: '# more answers' })
              : plural(rest, { one: '# answer', other: '# answers' })}
          </BranchLink>
        </li>
      )}
    </ul>
  )
}

export function BranchLink(link: { to: string; children: ReactNode }) {
  return (
    <Link {...link} className="inline-flex min-h-10 items-center rounded-sm text-accent text-meta hover:underline" />
  )
}
