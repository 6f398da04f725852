import { mayMove, stillPicture } from '@quack/contract/rules/pictures'
import { useState } from 'react'
import { cx } from './cx.ts'
import { StillableImage } from './still-image.tsx'

const SIZES = {
  24: 'size-6 text-[0.625rem]',
  32: 'size-8 text-small',
  40: 'size-10 text-body',
  56: 'size-14 text-large',
  96: 'size-24 text-hero',
  128: 'size-32 text-hero',
}

interface AvatarProps {
  src: string
  /** The member's name. Its initials replace a picture that does not load. */
  name: string
  /** In pixels. */
  size?: keyof typeof SIZES
}

/**
 * Still, except a picture of another site whose address does not tell that it moves. Hidden from assistive technology.
 */
export function Avatar({ src, name, size = 40 }: AvatarProps) {
  const [broken, setBroken] = useState('')
  const shape = cx('shrink-0 rounded-full bg-skeleton', SIZES[size])
  if (src === '' || broken === src) {
    return (
      <span aria-hidden="true" className={cx('inline-grid place-items-center font-semibold text-muted', shape)}>
        {initials(name)}
      </span>
    )
  }
  return (
    <StillableImage
      src={stillPicture(src)}
      isStill={mayMove(src)}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(src)}
      className={cx('object-cover', shape)}
    />
  )
}

/** The first letter of the first and last word of a name: 'Ada King Lovelace' gives 'AL'. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
