import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DraftUpload } from '../../../data/drafts/draft-uploads.ts'
import type { DraftMedia } from '../../../data/drafts/drafts.ts'
import { fileKind } from '../../../data/uploads/upload-options.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx'
import { StillableImage } from '../../../ui/still-image.tsx'
import { AnimationButton } from '../media/animation-button.tsx'
import { frameRatio } from '../media/media-frame.ts'
import { isPlayable, PendingVideo, posterOf } from '../media/pending-video.tsx'
import { useMoves } from '../media/use-moves.ts'
import { useStill } from '../media/use-still.ts'

interface ComposerMediaProps {
  media: DraftMedia | null
  upload: DraftUpload | null
  /** The file waits for the network. */
  isKept: boolean
  onRemove: () => void
}

/** The attached picture or video, or its upload. */
export function ComposerMedia({ media, upload, isKept, onRemove }: ComposerMediaProps) {
  const keptFile = isKept ? upload?.file : undefined
  const kept = useObjectUrl(keptFile)
  const moves = useMoves(keptFile)
  if (upload && isKept) {
    return (
      <>
        {kept && (
          <Preview
            media={{ url: kept, type: fileKind(upload.file) ?? 'video', ...(moves && { animated: true }) }}
            onRemove={upload.cancel}
          />
        )}
        <p className="mt-1 text-meta text-muted">It is uploaded when the network is back.</p>
      </>
    )
  }
  if (upload) {
    return (
      <div className="mt-2 rounded-xl border p-3">
        <p className="mb-1 truncate text-meta">{upload.fileName}</p>
        <div className="flex items-center gap-3">
          <ProgressBar label={`Uploading ${upload.fileName}`} percent={upload.percent} />
          <Button variant="ghost" size="small" onClick={upload.cancel}>
            Cancel
          </Button>
        </div>
      </div>
    )
  }
  return media && <Preview media={media} onRemove={onRemove} />
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
            alt="Attached to this post"
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
          aria-label="Video attached to this post"
          className="absolute inset-0 size-full object-contain"
        />
      )}
      <IconButton
        label={isImage ? 'Remove picture' : 'Remove video'}
        onClick={onRemove}
        tone="floating"
        className="absolute end-2 top-2"
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** A local address of a file, or '' for none. */
function useObjectUrl(file: File | undefined): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl('')
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
