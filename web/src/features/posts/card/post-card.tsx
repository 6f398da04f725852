import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { tagKey } from '@quack/contract/rules/references'
import { Hash, type LucideIcon, Pin, Repeat2 } from 'lucide-react'
import { memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useCode } from '../../../data/code/use-on-demand.ts'
import { useDraftBelow } from '../../../data/drafts/drafts.ts'
import type { Reason } from '../../../data/feed/reasons.ts'
import { fullName, isViewer, usePerson } from '../../../data/members/people.ts'
import { useShownEntry } from '../../../data/outbox/screens.ts'
import { useCovered, useIsMissingAlt } from '../../../data/posts/media.ts'
import { usePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { CommentSection } from '../../comments/comment-section.tsx'
import { Byline } from '../../members/byline.tsx'
import { SafetyMenu } from '../../safety/safety-menu.tsx'
import { EditedMark } from '../../versions/edited-mark.tsx'
import { type PicturePriority, PostMedia } from '../media/post-media.tsx'
import { QuoteCard } from '../quote/quote-card.tsx'
import { LinkCard } from './link-card.tsx'
import { PostActions } from './post-actions.tsx'
import { PostMarks } from './post-marks.ts'
import { PostOwnerMenu } from './post-owner-menu.tsx'
import { PostText } from './post-text.tsx'

interface PostCardProps {
  /** The post's `_id`. */
  id: string
  /** Whether this is the post's own page: comments are open, and there are no links to the page itself. */
  isAlone?: boolean
  /** Whether it is labelled as pinned. */
  isPinned?: boolean
  /** Why it is in this list, if not because of its author. */
  reason?: Reason | undefined
  picturePriority?: PicturePriority
  /** Asked when it is rendered for the first time, and again when a list brings it back. */
  isCommentsOpen?: (id: string) => boolean
  onCommentsToggle?: (id: string, isOpen: boolean) => void
  onDeleted?: () => void
}

const loadRare = () => import('./rare-parts.tsx')

/** A post, kept current. A line of one pixel for a deleted post. */
export const PostCard = memo(function PostCard(props: PostCardProps) {
  const { id, isAlone = false, isPinned = false, reason, onCommentsToggle, onDeleted } = props
  const { picturePriority = isAlone ? 'first' : 'later' } = props
  const [wantsComments, setOpen] = useState(() => props.isCommentsOpen?.(id) ?? isAlone)
  const [isShown, setShown] = useState(isAlone)
  const marks = useContext(PostMarks)
  const card = useRef<HTMLElement>(null)
  const saved = usePost(id)
  const isWriting = useDraftBelow(saved?.hidden ? id : undefined)
  const waiting = useShownEntry(id, ['editPost', 'deletePost'])
  const author = usePerson(saved?.username ?? '') ?? saved
  const covered = useCovered(saved)
  const isMissingAlt = useIsMissingAlt(id)
  const rare = useCode(loadRare, covered !== null || saved?.mutedWord !== undefined || isMissingAlt || !!saved?.poll)
  useEffect(() => {
    // The Show button, which had the focus, is gone.
    if (isShown && !isAlone) card.current?.focus()
  }, [isShown, isAlone])
  // Never zero height: the virtual list would drop such a row and never measure it again.
  if (!saved || !author) return <div className="h-px" />
  if (waiting?.entry.kind === 'deletePost' && waiting.entry.state === 'waiting') {
    return <waiting.screens.DeletionRow entry={waiting.entry} />
  }
  const post = waiting?.entry.kind === 'editPost' ? { ...saved, ...waiting.screens.shownBody(waiting.entry) } : saved

  const name = fullName(author)
  const label = t`Post by ${name}`
  if (post.mutedWord !== undefined && !isShown) {
    return (
      <article aria-label={label} className="min-h-12 border-b -outline-offset-2">
        {rare && <rare.CollapsedPost mutedWord={post.mutedWord} onShow={() => setShown(true)} />}
      </article>
    )
  }
  const text = post.content !== '' && (
    <PostText text={post.content} lang={post.lang} mentions={post.mentions} isWhole={isAlone} />
  )
  const media = (
    <>
      <PostMedia
        post={post}
        isLink={!isAlone}
        priority={picturePriority}
        renderActions={(onComments) => <PostActions post={post} onCommentsToggle={onComments} />}
      />
      {marks?.renderDescription(post)}
      {/* An edit that waits may have a picture. */}
      {post.card && post.mediaUrl === '' && <LinkCard card={post.card} />}
    </>
  )
  const rest = (
    <>
      {isMissingAlt && (rare ? <rare.AltReminder post={post} /> : <div className="h-11" />)}
      {post.poll &&
        (rare ? <rare.PostPoll post={post} poll={post.poll} /> : <PollSpace count={post.poll.options.length} />)}
      {post.quote && <QuoteCard quote={post.quote} />}
    </>
  )
  // Of a hidden post nobody sees any, and none is written. But what its author is writing stays until they leave it.
  const isOpen = wantsComments && (!post.hidden || isWriting)
  const toggleComments = () => {
    setOpen(!isOpen)
    onCommentsToggle?.(id, !isOpen)
  }
  return (
    <article
      ref={card}
      aria-label={label}
      tabIndex={isShown && !isAlone ? -1 : undefined}
      className="border-b px-4 -outline-offset-2 pt-3 pb-1"
    >
      {isPinned && (
        <CardNote icon={Pin}>{t({ message: 'Pinned', comment: 'A post, on the profile of its author' })}</CardNote>
      )}
      {reason && <ReasonNote reason={reason} />}
      <div className="flex gap-3">
        {/* No tab stop: the name beside it is the same link. */}
        <Link to={paths.profile(author.username)} tabIndex={-1} aria-hidden="true" className="h-fit rounded-full">
          <Avatar src={author.avatarURL} name={name} />
        </Link>
        <div className="min-w-0 flex-1">
          <div className="flex items-center gap-1">
            <Byline
              author={author}
              time={post.createdAt}
              mark={post.editedAt && <EditedMark of={{ kind: 'post', id }} />}
              {...(isAlone ? {} : { to: paths.post(post.id) })}
            />
            <div className="-my-2.5 -me-2.5">
              {isViewer(post.username) ? (
                <PostOwnerMenu post={post} onDeleted={onDeleted} />
              ) : (
                <SafetyMenu kind="post" id={id} username={author.username} post={post} />
              )}
            </div>
          </div>
          {waiting && <waiting.screens.EntryNote entry={waiting.entry} />}
          {post.hidden && (
            <p className="my-1 text-meta text-muted">{t`A moderator has hidden this post. Only you can see it.`}</p>
          )}
          {covered ? (
            rare && <rare.Covered {...{ post, covered, isAlone, text, media, rest }} />
          ) : (
            <>
              {text}
              {media}
              {rest}
            </>
          )}
          <PostActions post={post} isCommentsOpen={isOpen} onCommentsToggle={toggleComments} />
        </div>
      </div>
      {isOpen && <CommentSection post={post} id={`comments-${id}`} />}
    </article>
  )
})

/** As high as a poll, mostly. */
const PollSpace = ({ count }: { count: number }) => <div style={{ height: `${count * 3.25 + 3}rem` }} />

/** Why the post is in the list. */
function ReasonNote({ reason: { because, repost } }: { reason: Reason }) {
  if (because) {
    const { tag } = because
    return (
      <CardNote icon={Hash}>
        <span className="flex min-w-0">
          <Trans>
            <ReasonLink to={paths.tag(tagKey(tag))}>#{tag}</ReasonLink>
            <span className="shrink-0">, a tag that you follow</span>
          </Trans>
        </span>
      </CardNote>
    )
  }
  if (!repost)
    return (
      <CardNote icon={Repeat2}>
        {t({ message: 'Reposted', comment: 'A post, by the member whose profile this is' })}
      </CardNote>
    )
  const { by, others } = repost
  const to = paths.profile(by.username)
  const name = fullName(by)
  return (
    <CardNote icon={Repeat2}>
      <span className="flex min-w-0">
        {others > 0 ? (
          <Trans>
            <span className="shrink-0 whitespace-pre">Reposted by </span>
            <ReasonLink to={to}>{name}</ReasonLink>
            <span className="shrink-0 whitespace-pre">
              {' '}
              <Plural value={others} one="and # other you follow" other="and # others you follow" />
            </span>
          </Trans>
        ) : (
          <Trans>
            <span className="shrink-0 whitespace-pre">Reposted by </span>
            <ReasonLink to={to}>{name}</ReasonLink>
          </Trans>
        )}
      </span>
    </CardNote>
  )
}

function ReasonLink({ to, children }: { to: string; children?: ReactNode }) {
  return (
    <Link to={to} className="min-w-0 rounded-sm font-semibold hover:underline">
      <bdi className="block truncate">{children}</bdi>
    </Link>
  )
}

interface CardNoteProps {
  icon: LucideIcon
  children: ReactNode
}

/** The line above a post that says why it is where it is. */
function CardNote({ icon: Icon, children }: CardNoteProps) {
  return (
    <p className="mb-1 flex items-center gap-3 text-meta text-muted">
      <span className="flex w-10 shrink-0 justify-end">
        <Icon size={14} aria-hidden="true" />
      </span>
      {children}
    </p>
  )
}
