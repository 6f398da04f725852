import { el, svg } from '../lib/svg.ts'
import { fades } from '../lib/texture.ts'

/** A picture: its file name without the ending, its size in pixels, and what is on it. */
export interface Scene {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Gradients that the drawing refers to. */
  readonly gradients?: readonly string[]
  readonly drawing: readonly string[]
}

/** The whole SVG text of a scene. */
export function toSvg({ width, height, gradients = [], drawing }: Scene): string {
  return svg(width, height, el('defs', {}, fades, ...gradients), ...drawing)
}
