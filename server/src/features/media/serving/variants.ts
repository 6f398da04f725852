import { rm } from 'node:fs/promises'
import type { PictureFormat } from '../decoding/pictures.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'

export interface Variants {
  /**
   * The name of the variant of a stored picture at this width and in this format; it is created if it does not exist.
   * @returns null if there is no such picture
   * @throws unavailable
   */
  find(name: string, width: number, format: PictureFormat): Promise<string | null>
}

/** Each variant of a picture is created on the first request for it and stored beside the picture. */
export function createVariants(store: MediaStore, workers: WorkerPool): Variants {
  const underWay = new Map<string, Promise<string | null>>()

  function make(name: string, variant: string, width: number, format: PictureFormat): Promise<string | null> {
    return store.withLocalFile(name, async (file) => {
      const target = store.temporaryFile()
      try {
        await workers.run({ lane: 'reader' }, 'writeVariant', { file, target, width, format })
        await store.put(target, variant, `image/${format}`)
      } finally {
        await rm(target, { force: true })
      }
      return variant
    })
  }

  return {
    async find(name, width, format) {
      const variant = `${name}.${width}.${format}`
      if ((await store.find(variant)) !== null) return variant
      // Concurrent requests for one variant share the work.
      let made = underWay.get(variant)
      if (!made) {
        made = make(name, variant, width, format).finally(() => underWay.delete(variant))
        underWay.set(variant, made)
      }
      return made
    },
  }
}
