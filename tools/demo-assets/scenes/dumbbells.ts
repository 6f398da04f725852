import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, linear, path, rect, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const FLOOR = 640

/** A dumbbell seen from the side. */
function dumbbell(x: number, y: number, turn: number, colour: string, shade: string): string {
  const plates = (fill: string) =>
    rect(0, -54, 30, 108, fill, { rx: 9 }) +
    rect(86, -60, 28, 120, fill, { rx: 9 }) +
    rect(24, -88, 68, 176, fill, { rx: 18 })
  const head = group(
    {},
    plates(colour),
    stippled(shade, 0.9, plates('url(#fade-down)')),
    rect(36, -78, 10, 96, palette.white, { opacity: 0.35, rx: 5 }),
  )
  return group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    rect(-80, -17, 160, 34, '#aebcc4', { rx: 12 }),
    stippled('#4a5a6c', 0.8, rect(-80, -17, 160, 34, 'url(#fade-down)', { rx: 12 })),
    times(6, (index) => stroke(`M${-42 + index * 16}-14v28`, '#7d8d9a', 3)),
    group({ transform: 'translate(66 0)' }, head),
    group({ transform: 'translate(-66 0) scale(-1 1)' }, head),
  )
}

/** A big leaf with slits, its stem at (0, 0). */
const LEAF =
  'M0 0C-70-6-118-66-104-140c18 14 34 20 44 20-10-16-16-40-12-66 16 20 30 28 42 30-6-18-6-40 4-62 10 22 18 38 30 46 8-8 22-16 40-24 2 26-4 46-14 62 14-2 28-8 44-18C86-66 60-4 0 0z'
const leaf = (x: number, y: number, turn: number, size: number, fill: string) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    path(LEAF, fill),
    stippled(palette.forest, 0.8, path(LEAF, 'url(#fade-right)')),
    stroke('M0 0C-10-60-14-120-16-180M-8-50q-30-10-56-40M-10-60q26-14 46-40', palette.mint, 3.5, { opacity: 0.7 }),
  )

const stem = (d: string) => stroke(d, '#3d7d52', 10)

const plant = group(
  { transform: 'translate(900 520)' },
  stem(
    'M0 80C-10-40-80-90-130-130M0 80C0-60-30-140-50-230M0 80C10-60 60-130 90-210M4 80C20-20 90-60 150-90M0 80C-10 20-90-10-150-10',
  ),
  leaf(-150, -10, -86, 0.72, '#3d7d52'),
  leaf(150, -90, 72, 0.86, palette.leaf),
  leaf(-130, -130, -48, 1.06, palette.leaf),
  leaf(90, -210, 34, 1.12, palette.moss),
  leaf(-50, -230, -14, 1.2, '#5da065'),
  path('M-104 62H104L80 240q-4 20-26 20H-54q-22 0-26-20z', palette.coral),
  stippled('#8f3440', 0.9, path('M-104 62H104L80 240q-4 20-26 20H-54q-22 0-26-20z', 'url(#fade-right)')),
  rect(-114, 40, 228, 40, '#f68f73', { rx: 10 }),
  stippled('#a8412f', 0.7, rect(-114, 40, 228, 40, 'url(#fade-right)', { rx: 10 })),
  path('M-84 140q28-22 56 0t56 0 56 0', 'none', {
    stroke: palette.cream,
    'stroke-width': 8,
    'stroke-linecap': 'round',
  }),
)

const mat = group(
  { transform: 'translate(150 640)' },
  path('M60 60L330 96 300 150 30 118z', palette.teal),
  rect(0, -6, 74, 124, palette.teal, { rx: 30 }),
  path('M34-26H320q56 0 56 62t-56 62H34z', palette.teal),
  stippled(palette.ink, 0.7, path('M34-26H320q56 0 56 62t-56 62H34z', 'url(#fade-down)')),
  ellipse(36, 36, 56, 62, '#45a6a3'),
  stroke(
    'M36 36c10-10 22 2 16 14-8 16-36 12-38-12-2-28 34-40 54-20 20 22 8 60-30 58-34-2-52-44-36-72',
    palette.forest,
    6,
  ),
  rect(150, -26, 26, 124, palette.cream),
  rect(260, -26, 26, 124, palette.cream),
  stippled('#b98a62', 0.8, rect(150, -26, 26, 124, 'url(#fade-down)'), rect(260, -26, 26, 124, 'url(#fade-down)')),
)

export const dumbbells: Scene = {
  name: 'dumbbells',
  width: 1200,
  height: 900,
  gradients: [
    linear(
      'wall',
      [
        [0, '#f3d3b4'],
        [1, '#e2a488'],
      ],
      [0, 0, 1, 0.6],
    ),
    linear('floor', [
      [0, '#b9784f'],
      [1, '#8a4f3b'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, FLOOR, 'url(#wall)'),
    path('M140 70H400L560 520H300zM430 70H690L850 520H590z', '#fff0cc', { opacity: 0.75 }),
    stippled('#fff8e0', 0.5, path('M140 70H690L850 520H300z', 'url(#fade-up)')),
    path('M196 226H456L470 268H212zM486 226H746L762 268H500z', '#e9b899', { opacity: 0.85 }),
    group(
      { opacity: 0.4, transform: 'translate(-190 40) skewX(14)' },
      path(LEAF, '#b9785f', { transform: 'translate(690 330) rotate(-20) scale(1)' }),
      path(LEAF, '#b9785f', { transform: 'translate(610 400) rotate(-64) scale(.8)' }),
    ),
    rect(0, FLOOR - 26, 1200, 26, palette.cream),
    rect(0, FLOOR - 4, 1200, 6, palette.bark, { opacity: 0.4 }),
    rect(0, FLOOR, 1200, 260, 'url(#floor)'),
    times(4, (index) =>
      stroke(`M0 ${FLOOR + 34 + index * 58 + index * index * 4}H1200`, palette.bark, 3, { opacity: 0.6 }),
    ),
    times(9, (index) =>
      stroke(
        `M${60 + index * 140} ${FLOOR + (index % 2 === 0 ? 2 : 36)}v32M${130 + index * 150} ${FLOOR + (index % 2 === 0 ? 98 : 168)}v${index % 2 === 0 ? 66 : 90}`,
        palette.bark,
        3,
        { opacity: 0.5 },
      ),
    ),
    path('M360 640H640L740 900H440z', '#ffd9a0', { opacity: 0.3 }),
    stippled('#4b2338', 0.7, rect(0, 740, 1200, 160, 'url(#fade-down)')),
    blurred(14, ellipse(930, 782, 210, 26, '#3a1630', { opacity: 0.6 })),
    plant,
    blurred(12, ellipse(350, 748, 240, 26, '#3a1630', { opacity: 0.6 })),
    mat,
    blurred(10, ellipse(632, 826, 200, 20, '#3a1630', { opacity: 0.6 })),
    dumbbell(628, 742, -3, palette.indigo, palette.ink),
    blurred(10, ellipse(408, 868, 210, 18, '#3a1630', { opacity: 0.6 })),
    dumbbell(400, 786, 7, palette.duck, '#b0552a'),
    group(
      { transform: 'translate(730 560)' },
      blurred(8, ellipse(30, 128, 56, 10, '#3a1630', { opacity: 0.5 })),
      rect(0, 10, 58, 116, palette.mint, { rx: 14, opacity: 0.95 }),
      stippled(palette.teal, 0.8, rect(0, 10, 58, 116, 'url(#fade-right)', { rx: 14 })),
      rect(12, -14, 34, 28, palette.ink, { rx: 6 }),
      circle(29, 62, 13, palette.duck),
    ),
  ],
}
