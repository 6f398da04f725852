import { hasStill, pictureSource } from '@quack/contract/rules/pictures'
import { type ComponentProps, useEffect, useState } from 'react'

export interface StillableImageProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'onLoad' | 'onError'> {
  src: string
  alt: string
  /** Whether only the first frame is shown. */
  isStill: boolean
  onLoad?: ((picture: HTMLImageElement) => void) | undefined
  onError?: (() => void) | undefined
}

/** A picture whose first frame can be shown alone: the server has those of its own pictures, others are drawn here. */
export function StillableImage({ src, isStill, onLoad, ...rest }: StillableImageProps) {
  const [code, setCode] = useState<typeof import('./first-frame.tsx')>()
  const isDrawn = isStill && !hasStill(src)
  useEffect(() => {
    // Without a network it moves.
    if (isDrawn) import('./first-frame.tsx').then(setCode, () => undefined)
  }, [isDrawn])
  if (isDrawn && code) {
    const { alt, className, loading, onError } = rest
    return <code.FirstFrame {...{ src, alt, className, loading, onLoad, onError }} />
  }
  const source = pictureSource(src, isStill)
  return <img {...source} {...rest} alt={rest.alt} onLoad={(event) => onLoad?.(event.currentTarget)} />
}
