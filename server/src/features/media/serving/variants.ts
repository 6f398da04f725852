import { rm } from 'node:fs/promises'
import Negotiator from 'negotiator'
import type { Look, PictureFormat } from '../decoding/pictures.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'

export interface Variants {
  /**
   * The name of the variant of a stored picture that looks like this; it is created if it does not exist.
   * @returns null if there is no such picture
   * @throws unavailable, and what the worker refuses
   */
  find(name: string, look: Look): Promise<string | null>
}

/** Each variant of a picture is created on the first request for it and stored beside the picture. */
export function createVariants(store: MediaStore, workers: WorkerPool): Variants {
  const underWay = new Map<string, Promise<string | null>>()

  function make(name: string, variant: string, look: Look): Promise<string | null> {
    return store.withLocalFile(name, async (file) => {
      const target = store.temporaryFile()
      try {
        await workers.run({ lane: 'reader' }, 'writeVariant', { file, target, ...look })
        await store.put(target, variant, `image/${look.format}`)
      } finally {
        await rm(target, { force: true })
      }
      return variant
    })
  }

  return {
    async find(name, look) {
      const variant = `${name}.${look.width}.${look.isStill ? 'still.' : ''}${look.format}`
      if ((await store.find(variant)) !== null) return variant
      // Concurrent requests for one variant share the work.
      let made = underWay.get(variant)
      if (!made) {
        made = make(name, variant, look).finally(() => underWay.delete(variant))
        underWay.set(variant, made)
      }
      return made
    },
  }
}

/**
 * The format that a client prefers of those that it names in `Accept`; JPEG for all others. A client that only sends a
 * wildcard may be too old for AVIF and WebP.
 */
export function chooseFormat(accept: string | undefined, isAnimated: boolean): PictureFormat {
  const named = new Negotiator({ headers: { accept } }).mediaTypes()
  const offered: readonly PictureFormat[] = isAnimated ? ['webp', 'jpeg'] : ['avif', 'webp', 'jpeg']
  // In the client's order of preference. Types with q=0 are not in this list.
  for (const type of named) {
    const format = offered.find((candidate) => type === `image/${candidate}`)
    if (format) return format
  }
  return 'jpeg'
}
