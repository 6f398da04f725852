import { hasStill, pictureSource } from '@quack/contract/rules/pictures'
import { type ComponentProps, useEffect, useState } from 'react'

interface StillableImageProps extends Omit<ComponentProps<'img'>, 'src' | 'srcSet' | 'onError'> {
  src: string
  alt: string
  /** Whether only the first frame is shown. */
  isStill: boolean
  onError?: () => void
}

/** A picture whose first frame can be shown alone: the server has those of its own pictures, others are drawn here. */
export function StillableImage({ src, isStill, ...rest }: StillableImageProps) {
  const [code, setCode] = useState<typeof import('./first-frame.tsx')>()
  const isDrawn = isStill && !hasStill(src)
  useEffect(() => {
    // Without a network it moves.
    if (isDrawn) import('./first-frame.tsx').then(setCode, () => undefined)
  }, [isDrawn])
  if (!isDrawn || !code) return <img {...pictureSource(src, isStill)} {...rest} alt={rest.alt} />
  return <code.FirstFrame src={src} alt={rest.alt} className={rest.className} onError={rest.onError} />
}
