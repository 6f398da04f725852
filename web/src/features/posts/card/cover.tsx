import { t } from '@lingui/core/macro'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { createMemberState } from '../../../data/api/member-state.ts'
import { picturesOf } from '../../../data/posts/media.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { keyed } from '../../../ui/keys.ts'
import { PictureGrid } from '../media/picture-grid.tsx'
import { MediaFrame } from '../media/post-media.tsx'

/** The `_id`s of posts that the viewer has opened. A list renders a post anew when it comes back into view. */
const opened = createMemberState(() => new Set<string>())

interface CoveredProps {
  post: LivePost
  covered: 'all' | 'media'
  /** Whether this is the post's own page. */
  isAlone: boolean
  /** The parts of the post, in their order. */
  text: ReactNode
  media: ReactNode
  rest: ReactNode
}

/** A post whose media, or all of it, are covered until the viewer opens them. */
export function Covered({ post, covered, isAlone, text, media, rest }: CoveredProps) {
  const { _id, warning, warnedBy, sensitive } = post
  const [isOpen, setOpen] = useState(opened().has(_id))
  const isShown = isOpen || covered === 'media'
  const about = warning || (sensitive ? t`Sensitive media` : t`Media`)
  const reason = useId()
  function toggle() {
    opened()[isOpen ? 'delete' : 'add'](_id)
    setOpen(!isOpen)
  }
  return (
    <>
      <div className="flex min-h-10 items-center gap-3">
        <p id={reason} className="wrap-anywhere min-w-0 flex-1" dir="auto">
          {warnedBy ? t`By a moderator: ${{ warning: about }}` : about}
        </p>
        <Button
          variant="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-describedby={reason}
          {...keyed('x')}
          onClick={toggle}
        >
          {isOpen ? t({ message: 'Hide', context: 'verb' }) : t`Show`}
        </Button>
      </div>
      {isShown && text}
      {isOpen ? media : <CoveredMedia post={post} isLink={!isAlone} onOpen={toggle} />}
      {isShown && rest}
    </>
  )
}

/**
 * The frames of media, with their blurred thumbnails alone: nothing of them is loaded. The button above does the same.
 */
function CoveredMedia({ post, isLink, onOpen }: { post: LivePost; isLink: boolean; onOpen: () => void }) {
  const pictures = picturesOf(post)
  const cover = (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      onClick={onOpen}
      className="absolute inset-0 grid size-full place-items-center backdrop-blur-xl"
    >
      <span className="grid size-12 place-items-center rounded-full bg-raised/90 text-ink">
        <EyeOff size={22} />
      </span>
    </button>
  )
  if (pictures.length > 1) return <PictureGrid pictures={pictures}>{() => cover}</PictureGrid>
  if (pictures.length === 0) return null
  return (
    <MediaFrame media={post.media} isLink={isLink}>
      {cover}
    </MediaFrame>
  )
}
