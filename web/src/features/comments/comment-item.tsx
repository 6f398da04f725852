import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { deleteComment, type LiveComment } from '../../data/comments.ts'
import { fullName, isViewer, usePerson } from '../../data/people.ts'
import { paths } from '../../paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RichText } from '../../ui/text/rich-text.tsx'
import { Byline } from '../members/byline.tsx'
import { SafetyMenu } from '../safety/safety-menu.tsx'
import { CommentEditForm } from './comment-edit-form.tsx'
import { CommentOwnerMenu } from './comment-owner-menu.tsx'
import { CommentVotes } from './comment-votes.tsx'

interface CommentItemProps {
  postId: string
  comment: LiveComment
}

export function CommentItem({ postId, comment }: CommentItemProps) {
  const [isEditing, setEditing] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  const author = usePerson(comment.username) ?? comment
  const name = fullName(author)

  function endEditing() {
    setEditing(false)
    // Return the focus from the closed form to the menu button that opened it.
    menu.current?.querySelector('button')?.focus()
  }

  return (
    <article aria-label={`Comment by ${name}`} className="flex gap-3 py-2">
      <Link to={paths.profile(author.username)} tabIndex={-1} aria-hidden="true" className="h-fit rounded-full">
        <Avatar src={author.avatarURL} name={name} size={32} />
      </Link>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1">
          <Byline author={author} time={comment.createdAt} />
          <div ref={menu} className="-my-2.5 -me-2.5">
            {isViewer(comment.username) ? (
              <CommentOwnerMenu onEdit={() => setEditing(true)} onDelete={() => deleteComment(postId, comment._id)} />
            ) : (
              <SafetyMenu kind="comment" id={comment._id} username={author.username} />
            )}
          </div>
        </div>
        {isEditing ? (
          <CommentEditForm postId={postId} comment={comment} onEnd={endEditing} />
        ) : (
          <>
            <RichText text={comment.text} />
            <CommentVotes postId={postId} comment={comment} />
          </>
        )}
      </div>
    </article>
  )
}
