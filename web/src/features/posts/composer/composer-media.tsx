import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { useCode } from '../../../data/code/use-on-demand.ts'
import type { DraftUpload } from '../../../data/drafts/draft-uploads.ts'
import type { DraftMedia } from '../../../data/drafts/drafts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { StillableImage } from '../../../ui/still-image.tsx'
import { AnimationButton } from '../media/animation-button.tsx'
import { frameRatio } from '../media/media-frame.ts'
import { isPlayable, PendingVideo, posterOf } from '../media/pending-video.tsx'
import { useMoves } from '../media/use-moves.ts'
import { useStill } from '../media/use-still.ts'
import { AltField } from './alt-field.tsx'
import type { Attached, Composer } from './use-composer.ts'
import { useObjectUrl } from './use-object-url.ts'

/** What is attached: one picture or video, or its upload; or several pictures. */
export function ComposerMedia({ composer }: { composer: Composer }) {
  const { attached } = composer
  const several = useCode(() => import('./attached-pictures.tsx'), attached.length > 1)
  const [only] = attached
  // As high as what comes.
  if (attached.length > 1) return several ? <several.AttachedPictures composer={composer} /> : <div className="h-40" />
  return only ? <Single key={only.id} each={only} composer={composer} /> : null
}

function Single({ each, composer }: { each: Attached; composer: Composer }) {
  const { media, upload, isKept, type } = each
  const keptFile = isKept ? upload?.file : undefined
  const kept = useObjectUrl(keptFile)
  const moves = useMoves(keptFile)
  const shown = kept ? { url: kept, type, ...(moves && { animated: true as const }) } : upload ? undefined : media
  return (
    <>
      {shown && <Preview media={shown} onRemove={() => composer.remove(each)} />}
      {isKept && <p className="mt-1 text-meta text-muted">{t`It is uploaded when the network is back.`}</p>}
      {upload && !isKept && <Upload upload={upload} />}
      {(isKept || (media && !upload)) && <AltField each={each} composer={composer} />}
    </>
  )
}

function Upload({ upload }: { upload: DraftUpload }) {
  const { fileName, percent, retry, cancel } = upload
  return (
    <div className="mt-2 rounded-xl border p-3">
      <bdi className="mb-1 block w-fit max-w-full truncate text-meta">{fileName}</bdi>
      <div className="flex items-center gap-3">
        {retry ? (
          <p className="min-w-0 flex-1 text-danger text-meta">{t`It was not uploaded.`}</p>
        ) : (
          <ProgressBar label={t`Uploading ${fileName}`} percent={percent} />
        )}
        {retry && (
          <Button variant="secondary" size="small" onClick={retry}>
            {t`Try again`}
          </Button>
        )}
        <Button variant="ghost" size="small" onClick={cancel}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  )
}

function Preview({ media, onRemove }: { media: DraftMedia; onRemove: () => void }) {
  const isImage = media.type === 'image'
  const [isStill, toggle] = useStill(media.url, media.animated)
  return (
    <div
      className="relative mt-2 max-h-80 overflow-hidden rounded-2xl border bg-skeleton"
      style={{ aspectRatio: frameRatio(media) }}
    >
      {isImage ? (
        <>
          <StillableImage
            src={media.url}
            isStill={isStill}
            sizes="530px"
            alt={t`Attached to this post`}
            className="absolute inset-0 size-full object-cover"
          />
          {media.animated && <AnimationButton isStill={isStill} onToggle={toggle} />}
        </>
      ) : !isPlayable(media) ? (
        <PendingVideo {...media} />
      ) : (
        <video
          src={media.url}
          {...posterOf(media)}
          controls
          muted
          playsInline
          preload="metadata"
          aria-label={t`Video attached to this post`}
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <IconButton
        label={isImage ? t`Remove picture` : t`Remove video`}
        onClick={onRemove}
        tone="floating"
        className="absolute end-2 top-2"
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
