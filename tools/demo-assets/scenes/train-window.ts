import { palette } from '../lib/palette.ts'
import { hills } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const PANE = { x: 190, y: 90, width: 820, height: 540 }

const palm = (x: number, y: number, size: number, fill: string) =>
  group(
    { transform: `translate(${x} ${y}) scale(${size})` },
    stroke('M0 0q14-70 4-140', fill, 10),
    [
      'M4-140q-50-40-96 6 50-10 96-6z',
      'M4-140q-30-60-80-62 40 20 80 62z',
      'M4-140q10-66 66-74-30 26-66 74z',
      'M4-140q60-40 100 12-50-16-100-12z',
      'M4-140q40 10 60 60-34-30-60-60zM4-140q-40 10-62 58 34-26 62-58z',
    ]
      .map((d) => path(d, fill))
      .join(''),
  )

/** Flooded terraces, each a step lower and a step nearer. */
const terraces = times(5, (index) => {
  const y = 460 + index * 36 + index * index * 3
  const d = `M150 ${y + 30}C330 ${y - 26} 520 ${y + 34} 680 ${y}S940 ${y - 20} 1050 ${y + 16}V700H150z`
  return (
    path(d, ['#f2b07a', '#93a05a', '#e99a78', '#6d8c50', '#4b7049'][index] ?? palette.leaf) +
    stroke(d.slice(0, d.indexOf('V')), palette.forest, 5, { opacity: 0.65 })
  )
})

const outside = clipped(
  'pane',
  rect(PANE.x, PANE.y, PANE.width, PANE.height, '#000', { rx: 64 }),
  rect(PANE.x, PANE.y, PANE.width, PANE.height, 'url(#evening)'),
  blurred(30, circle(720, 330, 130, palette.butter, { opacity: 0.75 })),
  circle(720, 330, 82, '#fff0b8'),
  path(
    'M180 210c70-26 150-8 220-18 60-10 110 8 150 20-100 18-260 18-370-2zM640 160c90-24 180-4 260-12 60-4 110 10 150 20-120 14-300 12-410-8z',
    '#fbc0a2',
    { opacity: 0.75 },
  ),
  path(hills(15, 1200, 300, 90, 5, 700), '#c07a8f'),
  stippled(palette.peach, 0.7, path(hills(15, 1200, 300, 90, 5, 700), 'url(#fade-down)')),
  path(hills(18, 1200, 370, 80, 6, 700), '#7f5584'),
  stippled('#c07a8f', 0.7, path(hills(18, 1200, 370, 80, 6, 700), 'url(#fade-down)')),
  terraces,
  palm(300, 520, 0.9, '#2b4a48'),
  palm(356, 530, 0.66, '#2b4a48'),
  palm(930, 510, 0.8, '#2b4a48'),
  group(
    { transform: 'translate(470 446)' },
    path('M-10 26L30-4 70 26z', palette.red),
    rect(0, 26, 60, 30, palette.cream),
    rect(22, 34, 14, 22, palette.bark),
  ),
  path(
    `M150 700V600c60-30 130-34 190-8 50-26 120-26 170 0 60-30 130-20 180 6 50-26 120-30 180-4 60-26 120-20 180 6v100z`,
    '#24424a',
  ),
  stroke('M150 210C420 260 760 260 1050 200M150 244C420 296 760 292 1050 236', palette.ink, 3, { opacity: 0.5 }),
  path('M260 60h120L160 700H40zM430 60h40L250 700h-40z', palette.white, { opacity: 0.13 }),
  rect(PANE.x, PANE.y, PANE.width, PANE.height, 'url(#vignette)', { opacity: 0.5 }),
)

const cup = group(
  { transform: 'translate(700 590)' },
  blurred(9, ellipse(66, 142, 120, 14, palette.ink, { opacity: 0.55 })),
  ellipse(60, 134, 104, 16, '#e9cfa9'),
  ellipse(60, 129, 104, 14, palette.white),
  stroke('M112 40q46-6 42 30t-54 34', palette.white, 13),
  path('M0 20h124c0 62-14 110-40 110H40C14 130 0 82 0 20z', palette.white),
  stippled('#c98f7a', 0.85, path('M0 20h124c0 62-14 110-40 110H40C14 130 0 82 0 20z', 'url(#fade-right)')),
  ellipse(62, 20, 62, 14, '#e9cfa9'),
  ellipse(62, 22, 54, 10, '#b8672e'),
  path('M8 66c30 14 80 14 108 0l-2 14c-32 14-74 14-104 0z', palette.teal),
  blurred(5, stroke('M44-6c-24-30 20-50 0-84M80-10c-20-26 18-44 2-74', palette.white, 15, { opacity: 0.5 })),
)

const flask = group(
  { transform: 'translate(330 440)' },
  blurred(9, ellipse(64, 284, 90, 14, palette.ink, { opacity: 0.55 })),
  rect(10, 66, 96, 216, palette.coral, { rx: 22 }),
  rect(10, 130, 96, 90, palette.cream),
  path('M58 144l16 22-16 42-16-42z', palette.coral),
  rect(20, 6, 76, 66, '#c9d3d6', { rx: 14 }),
  stippled(
    '#5f2f45',
    0.8,
    rect(10, 66, 96, 216, 'url(#fade-right)', { rx: 22 }),
    rect(20, 6, 76, 66, 'url(#fade-right)', { rx: 14 }),
  ),
  rect(24, 84, 11, 180, palette.white, { opacity: 0.4, rx: 5 }),
)

const drape = 'M40 40H176C182 260 176 480 150 690H40z'
const curtain = group(
  {},
  path(drape, '#d98a4f'),
  stippled('#7a3a35', 0.85, path(drape, 'url(#fade-left)')),
  stroke('M76 50V686M118 50C122 280 118 480 106 688', '#a3572f', 5),
)

export const trainWindow: Scene = {
  name: 'train-window',
  width: 1200,
  height: 900,
  gradients: [
    linear('evening', [
      [0, '#7d77b9'],
      [0.4, '#ee9a93'],
      [0.7, palette.butter],
    ]),
    linear('table', [
      [0, '#b9774a'],
      [1, '#6d3f30'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, 900, '#24555c'),
    times(2, (index) => rect(0, 24 + index * 12, 1200, 5, palette.duck, { opacity: 0.8 })),
    rect(0, 0, 1200, 900, 'url(#vignette)'),
    rect(PANE.x - 34, PANE.y - 34, PANE.width + 68, PANE.height + 68, '#173b44', { rx: 92 }),
    rect(PANE.x - 22, PANE.y - 22, PANE.width + 44, PANE.height + 44, '#dfe3da', { rx: 82 }),
    stippled(
      '#5c7f83',
      0.8,
      rect(PANE.x - 22, PANE.y - 22, PANE.width + 44, PANE.height + 44, 'url(#fade-corner)', { rx: 82 }),
    ),
    outside,
    stroke('M20 44H1180', '#c9a35c', 12),
    curtain,
    group({ transform: 'translate(1200 0) scale(-1 1)' }, curtain),
    path('M120 716H1080L1200 860V900H0V860z', 'url(#table)'),
    path('M120 716H1080L1090 730H108z', '#e0a56f'),
    stippled('#f9d08f', 0.6, path('M480 730H860L960 900H420z', 'url(#fade-up)')),
    stippled(palette.ink, 0.6, rect(0, 790, 1200, 110, 'url(#fade-down)')),
    flask,
    cup,
    group(
      { transform: 'translate(486 742) rotate(-5)' },
      blurred(7, rect(6, 10, 186, 96, palette.ink, { opacity: 0.5 })),
      path('M0 0h180l14 96H-12z', palette.teal),
      path('M0 0h180l2 12H-1z', '#45a6a3'),
      path('M-12 96h206v14H-12z', palette.cream),
      stroke('M40 34h94M34 54h80', palette.mint, 6),
    ),
    group(
      { transform: 'translate(880 770) rotate(9)' },
      path('M0 0h150l10 60H-4z', palette.cream),
      stroke('M118 8l8 46', palette.coral, 4, { 'stroke-dasharray': '3 9' }),
      stroke('M16 18h70M14 34h50', palette.plum, 5),
      circle(98, 42, 9, palette.coral),
    ),
  ],
}
