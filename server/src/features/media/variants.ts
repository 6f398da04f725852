import { rm } from 'node:fs/promises'
import type { MediaStore } from './media-store.ts'
import { type PictureFormat, writeVariant } from './pictures.ts'

export interface Variants {
  /** The path of a kept picture at this width and in this format, made now if it is the first time; null without the picture. */
  find(name: string, width: number, format: PictureFormat): Promise<string | null>
}

/** Each size of a picture is made once, when it is first asked for, and kept beside it. */
export function createVariants(store: MediaStore): Variants {
  const underWay = new Map<string, Promise<string | null>>()

  async function make(name: string, variant: string, width: number, format: PictureFormat): Promise<string | null> {
    const picture = await store.find(name)
    if (picture === null) return null
    const file = store.temporaryFile()
    try {
      await writeVariant(picture, file, width, format)
      await store.keep(file, variant)
    } finally {
      await rm(file, { force: true })
    }
    return store.find(variant)
  }

  return {
    async find(name, width, format) {
      const variant = `${name}.${width}.${format}`
      const kept = await store.find(variant)
      if (kept !== null) return kept
      // A picture that many ask for at the same instant is made once.
      let made = underWay.get(variant)
      if (!made) {
        made = make(name, variant, width, format).finally(() => underWay.delete(variant))
        underWay.set(variant, made)
      }
      return made
    },
  }
}
