import { el, svg } from '../lib/svg.ts'
import { fades } from '../lib/texture.ts'

export const FRAMES_PER_SECOND = 24

/** A short film that loops without a seam: its first frame follows its last. */
export interface Video {
  readonly name: string
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly gradients: readonly string[]
  /** What is seen at `time`, which runs from 0 up to, but not reaching, 1. */
  readonly frame: (time: number) => readonly string[]
}

/** The SVG text of each frame in turn. */
export function* frames({ width, height, seconds, gradients, frame }: Video): Generator<string> {
  const count = Math.round(seconds * FRAMES_PER_SECOND)
  for (let index = 0; index < count; index++) {
    yield svg(width, height, el('defs', {}, fades, ...gradients), ...frame(index / count))
  }
}

/** A sine wave that repeats once as `turns` grows by 1. */
export const wave = (turns: number) => Math.sin(turns * 2 * Math.PI)
