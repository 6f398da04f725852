import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Reply } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { LiveComment } from '../../data/comments/comments.ts'
import { fullName, isViewer, usePerson } from '../../data/members/people.ts'
import { useShownEntry } from '../../data/outbox/screens.ts'
import { loadWrites } from '../../data/sending/load-writes.ts'
import type { Written } from '../../data/sending/writes.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { keyed } from '../../ui/keys.ts'
import { AuthorMenu, loadOwnerMenu } from '../members/author-menu.tsx'
import { Byline } from '../members/byline.tsx'
import { MemberText } from '../mentions/member-text.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { EditedMark } from '../versions/edited-mark.tsx'
import { CommentEditForm } from './comment-edit-form.tsx'
import { CommentVotes } from './comment-votes.tsx'
import { CollapsedComment } from './hidden-comment.tsx'
import { ReplyForm } from './reply-form.tsx'

interface CommentItemProps {
  postId: string
  comment: LiveComment
  /** Whether the post is the viewer's. */
  isOnOwnPost: boolean
  mayAnswer: boolean
  /** Whose comment it answers, where it is not shown directly below that. */
  answering?: string | undefined
}

export function CommentItem({ postId, comment: saved, isOnOwnPost, mayAnswer, answering }: CommentItemProps) {
  const [isAnswering, setAnswering] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const [isShown, setShown] = useState(false)
  const waiting = useShownEntry(saved._id, ['editComment', 'deleteComment'])
  const edited = waiting?.entry.kind === 'editComment' ? waiting.entry.body.text : saved.text
  const comment = { ...saved, text: edited }
  const item = useRef<HTMLElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const answerButton = useRef<HTMLButtonElement>(null)
  const author = usePerson(comment.username) ?? comment
  const name = fullName(author)
  const label = t`Comment by ${name}`
  const isOwn = isViewer(comment.username)
  const isHidden = comment.hidden === 'author'

  useEffect(() => {
    // The Show button, which had the focus, is gone.
    if (isShown) item.current?.focus()
  }, [isShown])
  useEffect(() => {
    // Hidden again later, it is collapsed again.
    if (!isHidden) setShown(false)
  }, [isHidden])

  function endEditing() {
    setEditing(false)
    // Return the focus from the closed form to the menu button that opened it.
    menu.current?.querySelector('button')?.focus()
  }

  function endAnswering() {
    setAnswering(false)
    answerButton.current?.focus()
  }

  if (waiting?.entry.kind === 'deleteComment' && waiting.entry.state === 'waiting') {
    return <waiting.screens.DeletionRow entry={waiting.entry} />
  }
  if (isHidden && !isOwn && !isShown) return <CollapsedComment label={label} onShow={() => setShown(true)} />
  return (
    <article ref={item} aria-label={label} tabIndex={isShown ? -1 : undefined} className="flex gap-3 py-2">
      <Link to={paths.profile(author.username)} tabIndex={-1} aria-hidden="true" className="h-fit rounded-full">
        <Avatar src={author.avatarURL} name={name} size={32} />
      </Link>
      <div className="min-w-0 flex-1">
        <Byline
          author={author}
          time={comment.createdAt}
          mark={comment.editedAt && <EditedMark of={{ kind: 'comment', id: comment._id }} />}
        />
        {waiting && <waiting.screens.EntryNote entry={waiting.entry} />}
        {isHidden && (
          <p className="text-meta text-muted">
            {isOwn ? t`The author of the post has hidden it for others.` : t`Hidden by the author`}
          </p>
        )}
        {answering !== undefined && (
          <p className="wrap-anywhere text-meta text-muted">
            <Trans>
              Answering <bdi>@{answering}</bdi>
            </Trans>
          </p>
        )}
        {isEditing ? (
          <CommentEditForm postId={postId} comment={comment} onEnd={endEditing} />
        ) : (
          <MemberText text={comment.text} mentions={comment.mentions} />
        )}
        <div className="-mx-2.5 flex flex-wrap items-center">
          <CommentVotes postId={postId} comment={comment} />
          {(mayAnswer || isAnswering) && (
            <IconButton
              ref={answerButton}
              label={t({ message: 'Answer', context: 'verb' })}
              tone="accent"
              aria-expanded={isAnswering}
              {...keyed('r')}
              onClick={() => setAnswering(!isAnswering)}
            >
              <Reply size={18} aria-hidden="true" />
            </IconButton>
          )}
          <div ref={menu} className="ms-auto">
            {isOwn ? (
              <CommentOwnerMenu
                onEdit={() => setEditing(true)}
                onDelete={async () => (await loadWrites()).removeComment(postId, comment)}
              />
            ) : (
              <SafetyMenu
                kind="comment"
                id={comment._id}
                username={author.username}
                hiding={isOnOwnPost ? { postId, isHidden } : undefined}
              />
            )}
          </div>
        </div>
        {isAnswering && <ReplyForm postId={postId} answering={{ id: comment._id, name, onEnd: endAnswering }} />}
      </div>
    </article>
  )
}

interface CommentOwnerMenuProps {
  onEdit: () => void
  onDelete: () => Promise<Written>
}

/** The menu for the author of a comment. */
function CommentOwnerMenu({ onEdit, onDelete }: CommentOwnerMenuProps) {
  const menu = useOnDemand(loadOwnerMenu)
  return (
    <AuthorMenu
      popup={menu}
      label={t`Comment options`}
      editLabel={t`Edit`}
      deleteLabel={t`Delete`}
      question={t`Delete comment?`}
      consequence={t`It goes for good.`}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  )
}
