import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const PANS = [
  '#f6d7b8',
  '#e8a27c',
  '#c9603f',
  '#8f3b34',
  '#e8b23e',
  '#d98aa0',
  '#a3456e',
  '#5f2f58',
  '#2b8a8c',
  '#2d3566',
]
const next = random(5)

/** A pressed powder in its tin, a little used. */
function pan(x: number, y: number, colour: string): string {
  const dent = group(
    { transform: `rotate(${next() * 90} ${x} ${y})` },
    ellipse(x + 6, y + 4, 26, 15, palette.ink, { opacity: 0.14 }),
  )
  return [
    circle(x, y, 53, '#d9b27c'),
    circle(x, y, 48, palette.ink, { opacity: 0.5 }),
    circle(x + 1, y + 2, 46, colour),
    stippled(palette.white, 0.4, circle(x, y, 46, 'url(#fade-up)')),
    stippled(palette.ink, 0.4, circle(x, y, 46, 'url(#fade-corner)')),
    dent,
    path(`M${x - 34} ${y - 20}q12-20 34-22`, 'none', {
      stroke: palette.white,
      'stroke-width': 4,
      opacity: 0.5,
      'stroke-linecap': 'round',
    }),
  ].join('')
}

const box = group(
  { transform: 'translate(110 120) rotate(-6 340 300)' },
  blurred(20, rect(22, 36, 700, 586, '#5a1f3c', { opacity: 0.5, rx: 28 })),
  rect(0, 0, 700, 284, palette.plum, { rx: 26 }),
  rect(34, 32, 632, 222, palette.mist, { rx: 12 }),
  clipped(
    'mirror',
    rect(34, 32, 632, 222, '#000', { rx: 12 }),
    rect(34, 32, 632, 222, 'url(#glass)'),
    path('M120 20h90L60 270h-90zM250 20h30L130 270h-30zM560 20h120L530 270H410z', palette.white, { opacity: 0.5 }),
    stippled('#7c9fb5', 0.6, rect(34, 32, 632, 222, 'url(#fade-corner)')),
  ),
  rect(60, 278, 150, 18, '#d9b27c', { rx: 7 }),
  rect(490, 278, 150, 18, '#d9b27c', { rx: 7 }),
  rect(0, 288, 700, 310, palette.plum, { rx: 26 }),
  stippled(palette.ink, 0.7, rect(0, 288, 700, 310, 'url(#fade-down)', { rx: 26 })),
  rect(22, 310, 656, 266, '#472a5c', { rx: 16 }),
  PANS.map((colour, index) => pan(96 + (index % 5) * 127, 380 + Math.floor(index / 5) * 126, colour)).join(''),
)

const brush = group(
  { transform: 'translate(1000 90) rotate(-9)' },
  blurred(9, rect(-10, 190, 44, 480, '#5a1f3c', { opacity: 0.45, rx: 20 })),
  path('M-34 20C-60 100-40 180-24 214h48C40 180 60 100 34 20 20-14-20-14-34 20z', '#f2c9a5'),
  stroke('M-18 30q-14 90 0 176M0 10v200M18 30q14 90 0 176', '#c98a5f', 4, { opacity: 0.6 }),
  path('M-38 50C-40 22-20-8 0-8s40 30 38 58C20 84-20 84-38 50z', palette.coral),
  stippled('#a3456e', 0.8, path('M-38 50C-40 22-20-8 0-8s40 30 38 58C20 84-20 84-38 50z', 'url(#fade-right)')),
  path('M-26 212h52l-6 116h-40z', '#e2bd83'),
  stroke('M-23 240h46M-22 300h44', '#b98a4f', 5),
  path('M-19 328h38l-7 330q-12 16-24 0z', palette.ink),
  stroke('M-8 350l3 270', palette.white, 4, { opacity: 0.35 }),
)

const lipstick = group(
  { transform: 'translate(940 800) rotate(-72)' },
  blurred(9, rect(-30, -130, 90, 260, '#5a1f3c', { opacity: 0.45, rx: 14 })),
  path('M-26-60v-80q6-36 52-50v130z', palette.red),
  path('M-26-140q6-36 52-50 0 34-52 50z', '#ef7468'),
  stippled('#7e1f33', 0.8, path('M-26-60v-80q6-36 52-50v130z', 'url(#fade-right)')),
  rect(-32, -66, 64, 60, '#e2bd83'),
  stippled('#8d6231', 0.8, rect(-32, -66, 64, 60, 'url(#fade-right)')),
  rect(-40, -8, 80, 130, palette.ink, { rx: 6 }),
  rect(-28, 4, 8, 104, palette.white, { opacity: 0.3, rx: 4 }),
)

/** A finger's stroke of colour on the table. */
const swatch = (x: number, y: number, colour: string) =>
  stroke(`M${x} ${y}l96-30`, colour, 40, { opacity: 0.9 }) +
  stippled(palette.white, 0.5, stroke(`M${x} ${y}l96-30`, 'url(#fade-right)', 40))

export const makeupPalette: Scene = {
  name: 'makeup-palette',
  width: 1200,
  height: 900,
  gradients: [
    linear(
      'ground',
      [
        [0, '#f7b9b4'],
        [1, '#e5869b'],
      ],
      [0, 0, 1, 1],
    ),
    linear(
      'glass',
      [
        [0, '#d9eef2'],
        [1, '#9fc3d3'],
      ],
      [0, 0, 1, 1],
    ),
  ],
  drawing: [
    rect(0, 0, 1200, 900, 'url(#ground)'),
    path('M0 900V640c200-70 460-40 640 80 90 60 140 120 170 180z', '#f4cfc0'),
    stippled('#d98a86', 0.7, path('M0 900V640c200-70 460-40 640 80 90 60 140 120 170 180z', 'url(#fade-down)')),
    group(
      { opacity: 0.22, transform: 'translate(1120 900) rotate(-18)' },
      times(9, (index) =>
        ellipse(index % 2 === 0 ? -70 : 70, -60 - index * 56, 84, 24, '#7e1f4d', {
          transform: `rotate(${index % 2 === 0 ? 32 : -32} 0 ${-60 - index * 56})`,
        }),
      ),
      stroke('M0 0V-580', '#7e1f4d', 8),
    ),
    box,
    brush,
    lipstick,
    swatch(80, 850, '#c9603f'),
    swatch(230, 850, palette.teal),
    swatch(380, 850, '#e8b23e'),
    times(40, () => circle(820 + next() * 320, 60 + next() * 300, 1.5 + next() * 4, palette.coral, { opacity: 0.6 })),
  ],
}
