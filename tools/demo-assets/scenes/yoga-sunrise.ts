import { palette } from '../lib/palette.ts'
import { hills, limb } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, rect, stroke } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const FAR = '#c96b74'
const dark = palette.ink

const bird = (x: number, y: number, size: number) =>
  stroke(`M${x} ${y}q${size / 2}-${size / 2} ${size} 0q${size / 2}-${size / 2} ${size} 0`, palette.plum, 4)

/** Tree pose: one leg stands, the other foot rests on its knee, hands meet above the head. */
const yogi = group(
  { transform: 'translate(600 0)' },
  limb(dark, [0, 492, 30], [4, 590, 24], [2, 690, 13], [2, 716, 11]),
  limb(dark, [-4, 722, 9], [34, 724, 6]),
  limb(dark, [-6, 492, 29], [-96, 560, 21], [-14, 606, 12], [4, 622, 9]),
  path('M-30 498c-6-44 6-66 4-92-2-22-14-34-12-56h76c2 22-10 36-12 56-2 26 10 50 2 92z', dark),
  limb(dark, [-30, 346, 15], [-66, 268, 12], [-8, 182, 7], [-1, 164, 5]),
  limb(dark, [30, 346, 15], [66, 268, 12], [8, 182, 7], [1, 164, 5]),
  path('M-15 300h30l12 62h-54z', dark),
  ellipse(0, 278, 29, 34, dark),
  circle(3, 236, 19, dark),
)

export const yogaSunrise: Scene = {
  name: 'yoga-sunrise',
  width: 1200,
  height: 900,
  gradients: [
    linear('sky', [
      [0, '#6d5aa0'],
      [0.38, '#e07f8c'],
      [0.68, palette.peach],
      [1, palette.butter],
    ]),
    linear('sun', [
      [0, '#fff2c2'],
      [1, '#ffb84a'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, 900, 'url(#sky)'),
    stippled('#4f4488', 0.5, rect(0, 0, 1200, 420, 'url(#fade-up)')),
    blurred(40, circle(600, 440, 300, palette.butter, { opacity: 0.55 })),
    circle(600, 440, 268, 'url(#sun)'),
    clipped(
      'sun-clip',
      circle(600, 440, 268, '#000'),
      stippled(palette.coral, 0.55, rect(332, 440, 536, 270, 'url(#fade-down)')),
    ),
    path('M0 330c90-34 170-10 240-26 60-14 120 6 150 26 40 8 20 26-20 24H0z', '#f6a99a', { opacity: 0.7 }),
    path('M1200 250c-70-26-150-12-220-20-70-8-120 16-150 34-30 14-6 26 30 24h340z', '#f3a1a0', { opacity: 0.65 }),
    path('M1200 420c-60-14-120-4-170-10-50-4-70 20-110 26-20 8 0 18 24 16h256z', '#fbc7a0', { opacity: 0.7 }),
    bird(210, 220, 26),
    bird(290, 190, 18),
    bird(950, 170, 20),
    path(hills(3, 1200, 560, 90, 4, 900), FAR),
    stippled('#f9b48a', 0.6, path(hills(3, 1200, 560, 90, 4, 900), 'url(#fade-up)')),
    path(hills(11, 1200, 630, 80, 5, 900), '#93486f'),
    stippled('#5f3a72', 0.7, path(hills(11, 1200, 630, 80, 5, 900), 'url(#fade-down)')),
    path('M0 900V800c180-60 380-86 600-86s420 26 600 86v100z', '#3c2b5c'),
    stippled(
      palette.coral,
      0.6,
      path('M0 900V800c180-60 380-86 600-86s420 26 600 86v40c-200-70-400-88-600-88S200 770 0 840z', 'url(#fade-in)'),
    ),
    stippled(dark, 0.7, rect(0, 760, 1200, 140, 'url(#fade-down)')),
    group({ transform: 'translate(0 6)' }, yogi),
    stroke(
      'M120 820q-8-40-26-56M120 820q0-46 10-70M120 820q14-34 34-48M1060 822q-8-44-30-64M1060 822q2-46 10-76M1060 822q12-40 36-52',
      dark,
      7,
    ),
    stroke('M240 800q-6-26-16-36M240 800q4-28 14-40M905 790q-4-24-14-34M905 790q6-26 18-36', dark, 6),
  ],
}
