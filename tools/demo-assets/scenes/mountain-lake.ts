import { palette } from '../lib/palette.ts'
import { fir, hills, mountain } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const SHORE = 400

/** A mountain with light from the left, grain in its shade and mist about its foot. */
function peak(x: number, y: number, width: number, rock: string, dark: string): string {
  const { whole, shade, snow } = mountain(x, y, width, SHORE)
  return [
    path(whole, rock),
    path(snow, palette.white),
    path(shade, dark, { opacity: 0.45 }),
    stippled(dark, 0.75, path(shade, 'url(#fade-right)')),
    stippled(palette.mist, 0.8, path(whole, 'url(#fade-down)')),
  ].join('')
}

const next = random(21)
const firs = times(26, (index) => {
  const x = index < 17 ? -10 + index * 24 + next() * 14 : 900 + (index - 17) * 38 + next() * 16
  const height = (index < 17 ? 150 - index * 5 : 60 + (index - 17) * 14) + next() * 26
  return fir(x, SHORE + 6, height, index % 2 === 0 ? palette.forest : '#2b6558')
})

const cabin = group(
  { transform: 'translate(560 352)' },
  path('M0 50V18L38-12 76 18v32z', palette.red),
  path('M38-12L76 18v32H50z', palette.ink, { opacity: 0.2 }),
  path('M-10 22L38-18 86 22l-6 7L38-7-4 29z', palette.ink),
  rect(54, -20, 10, 20, palette.bark),
  rect(12, 24, 15, 15, palette.butter),
  rect(44, 24, 15, 26, palette.white),
)

const land = group(
  {},
  peak(90, 190, 420, '#a3b6d6', '#7d8fbb'),
  peak(1110, 120, 520, '#a3b6d6', '#7d8fbb'),
  peak(400, 140, 460, '#8ea3cb', '#66779f'),
  peak(850, 190, 420, '#8296c2', '#5b6c9a'),
  peak(625, 66, 640, '#6d82b6', palette.indigo),
  path(hills(8, 1200, 330, 50, 5, SHORE), '#5f9a86'),
  stippled(palette.forest, 0.7, path(hills(8, 1200, 330, 50, 5, SHORE), 'url(#fade-down)')),
  firs,
  cabin,
)

export const mountainLake: Scene = {
  name: 'mountain-lake',
  width: 1200,
  height: 675,
  gradients: [
    linear('sky', [
      [0, '#7cbbe0'],
      [0.6, palette.mist],
      [1, palette.cream],
    ]),
    linear('water', [
      [0, '#5d93b4', 0.25],
      [1, '#1f4f74', 0.85],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, SHORE, 'url(#sky)'),
    blurred(18, circle(300, 96, 70, palette.white, { opacity: 0.6 })),
    circle(300, 96, 46, palette.white),
    path('M60 120c20-24 60-20 74-4 20-16 60-8 66 12 30-4 44 14 40 20H40c-10-10 0-26 20-28z', palette.white, {
      opacity: 0.85,
    }),
    path('M940 190c14-16 44-14 54-2 16-12 48-6 52 10 24-2 30 10 28 14H926c-8-8 0-20 14-22z', palette.white, {
      opacity: 0.7,
    }),
    land,
    clipped(
      'lake',
      rect(0, SHORE, 1200, 275, '#000'),
      rect(0, SHORE, 1200, 275, '#b9d5df'),
      blurred(2.5, group({ transform: `translate(-24 ${SHORE * 2}) scale(1.04 -1)` }, land)),
      rect(0, SHORE, 1200, 275, 'url(#water)'),
      stippled(palette.night, 0.6, rect(0, 480, 1200, 195, 'url(#fade-down)')),
    ),
    times(15, (index) => {
      const y = 420 + index * 17
      const x = 90 + ((index * 397) % 1000)
      return stroke(`M${x} ${y}h${50 + ((index * 61) % 120)}`, palette.white, 2.5, { opacity: 0.4 })
    }),
    rect(0, SHORE - 3, 1200, 6, palette.white, { opacity: 0.35 }),
    group(
      { transform: 'translate(770 545)' },
      ellipse(30, 22, 92, 9, palette.white, { opacity: 0.25 }),
      ellipse(30, 22, 140, 15, 'none', { stroke: palette.white, 'stroke-width': 2.5, opacity: 0.35 }),
      path(
        'M-12 4c4 22 70 26 88 2 4-8 6-14 10-18-22 6-36 0-50-4 8-16-6-32-20-30-18 2-24 18-16 32-8 4-12 10-12 18z',
        palette.duck,
      ),
      path('M-4-26l-24 8 24 6z', palette.bill),
      circle(4, -26, 3, palette.ink),
      stroke('M26 4q20 10 36-4', palette.amber, 4),
    ),
    path('M0 675v-60c70-26 130-20 200 10 60 24 120 34 190 50z', '#173b44'),
    stroke(
      'M40 640q-6-70-24-104M56 640q0-80 12-120M76 642q10-60 34-92M110 648q8-50 26-70M20 650q-6-40-16-56',
      '#173b44',
      6,
    ),
    ellipse(67, 522, 6, 20, palette.bark),
    ellipse(14, 536, 6, 18, palette.bark),
  ],
}
