import { mayMove } from '@quack/contract/rules/pictures'
import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { fullName } from '../../../data/members/people.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { PictureViewer } from './picture-viewer.tsx'
import { refreshAddress } from './refresh-address.ts'
import type { ViewerPicture } from './viewed-picture.tsx'
import { leaveViewer, noteViewed } from './viewer-entry.ts'

interface PostViewerProps {
  post: LivePost
  /** Of the picture that is shown, or -1. */
  viewed: number
  /** Whether this is the post's own page. */
  isAlone: boolean
  renderActions: (onComments: () => void) => ReactNode
  finalFocus: () => HTMLElement | true
}

/** The viewer of a post's pictures. */
export function PostViewer({ post, viewed, isAlone, renderActions, finalFocus }: PostViewerProps) {
  const navigate = useNavigate()
  const { _id: name, mediaUrl: url, alt: description, media } = post
  const author = fullName(post)
  const pictures = useMemo(
    (): readonly ViewerPicture[] => [
      {
        name,
        url,
        size: media,
        preview: media?.preview ?? '',
        description,
        alt: description || `In the post by ${author}`,
        isAnimated: media?.animated ?? mayMove(url),
      },
    ],
    [name, url, description, media, author],
  )
  // The comments are on the post's page, which takes the place of the viewer in the history.
  const goToComments = () => {
    if (isAlone) leaveViewer()
    else void navigate(paths.post(post.id), { replace: true })
  }
  return (
    <PictureViewer
      open={viewed >= 0}
      onOpenChange={leaveViewer}
      title={`Picture in the post by ${author}`}
      pictures={pictures}
      index={Math.max(0, viewed)}
      actions={renderActions(goToComments)}
      finalFocus={finalFocus}
      onView={noteViewed}
      onError={() => refreshAddress(post)}
    />
  )
}
