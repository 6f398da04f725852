import { t } from '@lingui/core/macro'
import { mayMove } from '@quack/contract/rules/pictures'
import { type ReactNode, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { fullName } from '../../../data/members/people.ts'
import { pictureName, picturesOf } from '../../../data/posts/media.ts'
import { type LivePost, refreshAddress } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import { PictureViewer } from './picture-viewer.tsx'
import type { ViewerPicture } from './viewed-picture.tsx'
import { leaveViewer, noteViewed } from './viewer-entry.ts'

interface PostViewerProps {
  post: LivePost
  /** Of the picture that is shown, or -1. */
  viewed: number
  /** Whether this is the post's own page. */
  isAlone: boolean
  renderActions: (onComments: () => void) => ReactNode
  /** Where the focus goes after this picture. */
  finalFocus: (index: number) => HTMLElement | true
}

/** The viewer of a post's pictures. */
export function PostViewer({ post, viewed, isAlone, renderActions, finalFocus }: PostViewerProps) {
  const navigate = useNavigate()
  const { _id, mediaUrl, alt, media, furtherPictures } = post
  const name = fullName(post)
  const last = useRef(0)
  const pictures = useMemo(
    () =>
      picturesOf({ mediaUrl, alt, media, furtherPictures }).map(
        (each, index): ViewerPicture => ({
          name: pictureName(_id, index),
          url: each.url,
          size: each.media,
          preview: each.media?.preview ?? '',
          description: each.alt,
          alt: each.alt || t`In the post by ${name}`,
          isAnimated: each.media?.animated ?? mayMove(each.url),
        }),
      ),
    [_id, mediaUrl, alt, media, furtherPictures, name],
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
      title={pictures.length > 1 ? t`Pictures in the post by ${name}` : t`Picture in the post by ${name}`}
      pictures={pictures}
      index={Math.max(0, viewed)}
      actions={renderActions(goToComments)}
      finalFocus={() => finalFocus(last.current)}
      onView={(index) => {
        last.current = index
        noteViewed(index)
      }}
      onError={(url) => refreshAddress(_id, url)}
    />
  )
}
