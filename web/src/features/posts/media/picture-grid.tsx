import type { ReactNode } from 'react'
import type { PostPicture } from '../../../data/posts/media.ts'
import { cx } from '../../../ui/cx.ts'

interface PictureGridProps {
  pictures: readonly PostPicture[]
  children: (picture: PostPicture, index: number) => ReactNode
}

/** Two to four pictures in one frame, whose size does not depend on them. */
export function PictureGrid({ pictures, children }: PictureGridProps) {
  const count = pictures.length
  return (
    <div
      className={cx(
        'mt-3 grid aspect-video grid-cols-2 gap-0.5 overflow-hidden rounded-2xl border',
        count > 2 ? 'grid-rows-2' : 'grid-rows-1',
      )}
    >
      {pictures.map((picture, index) => (
        <div
          key={index + picture.url}
          className={cx('relative overflow-hidden bg-center bg-cover bg-skeleton', count === 3 && 'first:row-span-2')}
          style={behind(picture)}
        >
          {children(picture, index)}
        </div>
      ))}
    </div>
  )
}

/** The blurred thumbnail, until the file has loaded. */
export function behind({ media }: Pick<PostPicture, 'media'>) {
  return { backgroundImage: media?.preview ? `url("${media.preview}")` : undefined }
}
