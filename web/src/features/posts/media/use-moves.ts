import { hasStill, pictureSource } from '@quack/contract/rules/pictures'
import { useEffect, useState } from 'react'
import { loadCode } from '../../../data/code/load-code.ts'

/**
 * Whether a picture moves, which is not known until the beginning of its file is read.
 * @param picture a file of this device, or the address of a picture of ours
 * @param name stays the same when the file is read anew from this device
 */
export function useMoves(picture: File | string | undefined, name: File | string | undefined = picture): boolean {
  const [moving, setMoving] = useState<File | string>()
  useEffect(() => {
    if (!picture) return
    let isLeft = false
    find(picture)
      .then((moves) => !isLeft && moves && setMoving(name))
      // Without a network, or if the file is gone. It is shown as it is.
      .catch(() => undefined)
    return () => {
      isLeft = true
    }
  }, [picture, name])
  return name !== undefined && moving === name
}

async function find(picture: File | string): Promise<boolean> {
  if (typeof picture === 'string' && !hasStill(picture)) return false
  const { moves } = await loadCode(() => import('./moves.ts'))
  return moves(typeof picture === 'string' ? await fetchPicture(picture) : picture)
}

/** As an img gets it: for others, the server makes a JPEG of one frame. */
async function fetchPicture(url: string): Promise<Blob> {
  return (await fetch(pictureSource(url).src, { headers: { accept: 'image/avif,image/webp' } })).blob()
}
