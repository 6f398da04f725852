import { t } from '@lingui/core/macro'
import { MEDIA_WIDTHS, PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import { hasStill, type PictureSource } from '@quack/contract/rules/pictures'
import { useState } from 'react'
import { StillableImage } from '../../../ui/still-image.tsx'
import { useStill } from './use-still.ts'

export interface Size {
  readonly width: number
  readonly height: number
}

/** A picture for the viewer. */
export interface ViewerPicture {
  /** Stays the same when the address changes. */
  readonly name: string
  readonly url: string
  /** In pixels; null if that is known only when it has loaded. */
  readonly size: Size | null
  /** A blurred thumbnail as a data: URL, or empty. */
  readonly preview: string
  /** What its author has written; empty if that is nothing. */
  readonly description: string
  /** The description or what stands for it. */
  readonly alt: string
  readonly isAnimated: boolean
}

interface ViewedPictureProps {
  picture: ViewerPicture
  size: Size | null
  /** The area that it is shown in, in CSS pixels. */
  rect: Size
  zoom: number
  onSize: (size: Size) => void
  /** Its address may have expired. */
  onError: (url: string) => void
}

/** A picture as large as it fits, and never larger than its pixels. Until it has loaded, its preview. */
export function ViewedPicture({ picture, size, rect, zoom, onSize, onError }: ViewedPictureProps) {
  const { url, alt, preview } = picture
  const [isStill] = useStill(picture.name, picture.isAnimated)
  const [goneUrl, setGoneUrl] = useState('')
  const [loadedUrl, setLoadedUrl] = useState('')
  const scale = size ? Math.min(1, rect.width / size.width, rect.height / size.height) : 1
  const width = Math.round((size?.width ?? rect.width) * scale)
  const events = {
    onError() {
      setGoneUrl(url)
      onError(url)
    },
    onLoad(img: HTMLImageElement) {
      setGoneUrl('')
      setLoadedUrl(url)
      if (!size) onSize({ width: img.naturalWidth, height: img.naturalHeight })
    },
  }
  const look = { alt, draggable: false, className: 'size-full object-contain' }
  return (
    <div
      className="relative shrink-0 bg-center bg-cover"
      style={{
        width,
        height: Math.round((size?.height ?? rect.height) * scale),
        backgroundImage: preview && loadedUrl === '' ? `url("${preview}")` : undefined,
      }}
    >
      {size && hasStill(url) ? (
        <img
          // A larger file is fetched when more of its pixels are looked at.
          sizes={`${Math.ceil(width * zoom)}px`}
          {...largeSource(url, size.width, isStill)}
          {...look}
          alt={alt}
          onError={events.onError}
          onLoad={(event) => events.onLoad(event.currentTarget)}
        />
      ) : (
        <StillableImage src={url} isStill={isStill} {...look} {...events} />
      )}
      {goneUrl === url && (
        <p className="absolute inset-x-0 top-1/2 -translate-y-1/2 text-center text-meta">
          {t`This picture cannot be shown.`}
        </p>
      )}
    </div>
  )
}

const OFFERED = [...MEDIA_WIDTHS, PICTURE_SIDE_MAX]

/** The sources of a picture up to all of its pixels, for a browser to choose from. One elsewhere is only as it is. */
export function largeSource(url: string, width: number, isStill: boolean): PictureSource {
  if (!hasStill(url)) return { src: url }
  const at = (offered: number) => `${url}?w=${offered}${isStill ? '&still=1' : ''}`
  const smaller = OFFERED.filter((offered) => offered < width)
  const whole = at(OFFERED.find((offered) => offered >= width) ?? PICTURE_SIDE_MAX)
  return {
    src: whole,
    srcSet: [...smaller.map((offered) => `${at(offered)} ${offered}w`), `${whole} ${width}w`].join(', '),
  }
}
