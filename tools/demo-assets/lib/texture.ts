import { el, group, linear, radial } from './svg.ts'

/** Stippled light and shadow, which make flat shapes look printed. */

/** Gradients from transparent to opaque, for `stippled`. Every scene has them. */
export const fades = [
  linear('fade-down', fade(), [0, 0, 0, 1]),
  linear('fade-up', fade(), [0, 1, 0, 0]),
  linear('fade-right', fade(), [0, 0, 1, 0]),
  linear('fade-left', fade(), [1, 0, 0, 0]),
  linear('fade-corner', fade(), [0, 0, 1, 1]),
  radial(
    'vignette',
    [
      [0.4, '#12132e', 0],
      [1, '#12132e', 0.6],
    ],
    [0.5, 0.45, 0.75],
  ),
  radial('fade-in', [
    [0, '#fff', 1],
    [1, '#fff', 0],
  ]),
  radial('fade-out', [
    [0.45, '#fff', 0],
    [1, '#fff', 0.9],
  ]),
].join('')

function fade(): [number, string, number][] {
  return [
    [0, '#fff', 0],
    [0.25, '#fff', 0.08],
    [1, '#fff', 0.85],
  ]
}

/**
 * Shapes filled with a fade, turned into grains of one colour: dense where the fade is opaque, none where it is
 * transparent.
 */
export function stippled(colour: string, opacity: number, ...shapes: string[]): string {
  const id = `stipple-${colour.slice(1)}`
  const filter = el(
    'filter',
    { id, x: '-5%', y: '-5%', width: '110%', height: '110%', 'color-interpolation-filters': 'sRGB' },
    el('feTurbulence', { type: 'fractalNoise', baseFrequency: 0.55, numOctaves: 2, seed: 7, result: 'noise' }),
    el('feColorMatrix', { in: 'noise', values: '0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  3 0 0 0 -1', result: 'grains' }),
    el('feComposite', { in: 'SourceAlpha', in2: 'grains', operator: 'arithmetic', k1: 0, k2: 4, k3: 4, k4: -4 }),
    el('feComponentTransfer', { result: 'dots' }, el('feFuncA', { type: 'linear', slope: 1 })),
    el('feFlood', { 'flood-color': colour }),
    el('feComposite', { operator: 'in', in2: 'dots' }),
  )
  return filter + group({ filter: `url(#${id})`, opacity }, ...shapes)
}

/** A soft glow or shadow: the shapes, blurred by `radius` pixels. */
export function blurred(radius: number, ...shapes: string[]): string {
  const id = `blur-${String(radius).replace('.', '-')}`
  const area = { id, x: '-50%', y: '-50%', width: '200%', height: '200%' }
  return (
    el('filter', area, el('feGaussianBlur', { stdDeviation: radius })) + group({ filter: `url(#${id})` }, ...shapes)
  )
}

/** The children, visible only inside `mask` (the text of a shape). */
export function clipped(id: string, mask: string, ...children: string[]): string {
  return el('clipPath', { id }, mask) + group({ 'clip-path': `url(#${id})` }, ...children)
}
