/** Functions that return pieces of SVG text. */

type Attributes = Readonly<Record<string, string | number>>

/** An element, with its children's text inside. */
export function el(name: string, attributes: Attributes, ...children: string[]): string {
  const text = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? round(value) : value}"`)
    .join('')
  return children.length === 0 ? `<${name}${text}/>` : `<${name}${text}>${children.join('')}</${name}>`
}

export const group = (attributes: Attributes, ...children: string[]) => el('g', attributes, children.join(''))
export const rect = (x: number, y: number, width: number, height: number, fill: string, more: Attributes = {}) =>
  el('rect', { x, y, width, height, fill, ...more })
export const circle = (cx: number, cy: number, r: number, fill: string, more: Attributes = {}) =>
  el('circle', { cx, cy, r, fill, ...more })
export const ellipse = (cx: number, cy: number, rx: number, ry: number, fill: string, more: Attributes = {}) =>
  el('ellipse', { cx, cy, rx, ry, fill, ...more })
export const path = (d: string, fill: string, more: Attributes = {}) => el('path', { d, fill, ...more })
/** A line without a fill, with round ends. */
export const stroke = (d: string, colour: string, width: number, more: Attributes = {}) =>
  path(d, 'none', {
    stroke: colour,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  })

/** A stop of a gradient: where (0 to 1), which colour, how opaque. */
type Stop = readonly [offset: number, colour: string, opacity?: number]

const stops = (list: readonly Stop[]) =>
  list
    .map(([offset, colour, opacity = 1]) => el('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }))
    .join('')

/** A straight gradient from (x1, y1) to (x2, y2), in fractions of the shape; downwards by default. */
export function linear(id: string, list: readonly Stop[], [x1, y1, x2, y2] = [0, 0, 0, 1]): string {
  return el('linearGradient', { id, x1: x1 ?? 0, y1: y1 ?? 0, x2: x2 ?? 0, y2: y2 ?? 1 }, stops(list))
}

/** A round gradient about (cx, cy), in fractions of the shape. */
export function radial(id: string, list: readonly Stop[], [cx, cy, r] = [0.5, 0.5, 0.5]): string {
  return el('radialGradient', { id, cx: cx ?? 0.5, cy: cy ?? 0.5, r: r ?? 0.5 }, stops(list))
}

/** A whole picture. */
export function svg(width: number, height: number, ...children: string[]): string {
  const attributes = { xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}` }
  return el('svg', attributes, children.join(''))
}

/** Two decimals: keeps the text short and the output the same on every machine. */
export function round(value: number): number {
  return Math.round(value * 100) / 100
}

/** A generator of numbers from 0 to 1: the same sequence for the same seed (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** `count` pieces, each drawn from its index. */
export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}
