import { t } from '@lingui/core/macro'
import type { MediaShape } from '@quack/contract'
import { PICTURE_SIZES, pictureSource } from '@quack/contract/rules/pictures'
import { TriangleAlert } from 'lucide-react'
import { Spinner } from '../../../ui/button/button.tsx'

/** Replaces a video that is being converted or could not be: its poster and its state. */
export function PendingVideo({ poster = '', state }: Partial<Pick<MediaShape, 'poster' | 'state'>>) {
  const isConverting = state === 'converting'
  return (
    <>
      {poster !== '' && (
        <img
          {...pictureSource(poster)}
          sizes={PICTURE_SIZES}
          alt=""
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <p
        role="status"
        className="absolute inset-x-0 bottom-0 flex items-center gap-2 bg-raised px-3 py-2 text-ink text-meta"
      >
        {isConverting ? <Spinner size={16} /> : <TriangleAlert size={16} className="shrink-0" aria-hidden="true" />}
        {isConverting ? t`Converting the video…` : t`This video could not be converted.`}
      </p>
    </>
  )
}

/** Whether a video can be played. True for an external URL, whose state is unknown. */
export function isPlayable(media: Partial<Pick<MediaShape, 'state'>> | null): boolean {
  return media?.state === undefined || media.state === 'ready'
}

/** The poster attribute of a video, if it has a poster. */
export function posterOf(media: Partial<Pick<MediaShape, 'poster'>> | null): { poster?: string } {
  return media?.poster ? { poster: `${media.poster}?w=660` } : {}
}
