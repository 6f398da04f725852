import { palette } from '../lib/palette.ts'
import { limb } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const SKIN = '#d99a6c'
const next = random(9)

const beam = (x: number, foot: number, half: number, fill: string) =>
  path(`M${x - 14} 40H${x + 14}L${foot + half} 716H${foot - half}z`, fill)

const lamp = (x: number, turn: number) =>
  group(
    { transform: `translate(${x} 30) rotate(${turn})` },
    rect(-22, -26, 44, 52, palette.ink, { rx: 8 }),
    ellipse(0, 26, 22, 8, palette.butter),
  )

const SKIRT =
  'M-30 418c-60 60-190 120-262 236 70 26 110-6 150 18 40 22 84-4 128 18 40 18 90-8 132 10 50-22 84 6 120-24-60-120-120-200-214-258z'

const dancer = group(
  { transform: 'translate(604 20)' },
  limb(SKIN, [34, 560, 24], [70, 640, 16], [62, 706, 9]),
  limb(palette.ink, [58, 708, 9], [92, 714, 6]),
  limb(SKIN, [-20, 560, 22], [-70, 650, 15], [-112, 700, 8]),
  limb(palette.ink, [-112, 700, 9], [-136, 712, 6]),
  path(SKIRT, palette.red),
  stippled('#7a1533', 0.9, path(SKIRT, 'url(#fade-down)')),
  path(
    'M-20 430c-70 70-130 130-170 214 30 10 46 18 60 20 20-90 66-170 120-230zM10 430c20 80 40 160 30 246 30-6 50-4 70 6-10-100-50-190-90-252z',
    '#f0564c',
  ),
  path('M40 430c50 50 120 140 150 240l34-6c-40-90-110-190-174-240z', '#8f1b38', { opacity: 0.55 }),
  limb(SKIN, [40, 318, 15], [126, 262, 12], [196, 176, 8], [206, 150, 7]),
  path('M-44 308c30-14 66-14 90 0 4 40-14 62-12 116h-66c4-50-16-76-12-116z', palette.red),
  stippled(
    '#7a1533',
    0.8,
    path('M-44 308c30-14 66-14 90 0 4 40-14 62-12 116h-66c4-50-16-76-12-116z', 'url(#fade-right)'),
  ),
  limb(SKIN, [-38, 318, 15], [-130, 330, 12], [-196, 268, 8], [-214, 246, 7]),
  path('M-12 270h30l4 40q-18 14-38 0z', '#c08257'),
  ellipse(4, 244, 34, 40, SKIN, { transform: 'rotate(14 4 244)' }),
  path('M-32 252c-12-46 12-68 42-64 30 2 40 26 32 42-26-10-44-4-54 22-4 12-14 14-20 0z', palette.ink),
  circle(-36, 214, 23, palette.ink),
  circle(-28, 236, 10, palette.duck),
  stroke('M14 244q8 5 14 0', palette.ink, 3.5),
  stroke('M14 264q8 4 14-2', '#a3303a', 5),
)

export const danceStage: Scene = {
  name: 'dance-stage',
  width: 1200,
  height: 900,
  gradients: [
    linear('back', [
      [0, '#221a4a'],
      [1, '#6a2f6e'],
    ]),
    linear('warm', [
      [0, '#fff2c2', 0.75],
      [1, '#ffb86b', 0.12],
    ]),
    linear('cool', [
      [0, '#b6dcff', 0.6],
      [1, '#7c8cf0', 0.1],
    ]),
    linear('pink', [
      [0, '#ffc2d6', 0.65],
      [1, '#e3689a', 0.1],
    ]),
    linear('boards', [
      [0, '#a5566a'],
      [1, '#4a2450'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, 900, 'url(#back)'),
    stippled('#b0578a', 0.5, rect(0, 300, 1200, 330, 'url(#fade-down)')),
    rect(0, 620, 1200, 280, 'url(#boards)'),
    times(9, (index) =>
      stroke(`M${600 + (index - 4) * 130} 620L${600 + (index - 4) * 260} 900`, '#3a1c44', 3, { opacity: 0.6 }),
    ),
    beam(210, 430, 190, 'url(#cool)'),
    beam(990, 800, 190, 'url(#pink)'),
    beam(600, 606, 250, 'url(#warm)'),
    blurred(8, ellipse(606, 722, 300, 56, '#ffd79a', { opacity: 0.55 })),
    stippled('#fff2c2', 0.7, ellipse(606, 722, 330, 66, 'url(#fade-in)')),
    times(46, () =>
      circle(330 + next() * 540, 120 + next() * 520, 1.4 + next() * 3.4, '#fff2c2', { opacity: 0.25 + next() * 0.5 }),
    ),
    blurred(7, ellipse(600, 738, 170, 20, '#2a1236', { opacity: 0.7 })),
    dancer,
    times(2, (side) => {
      const fold = times(6, (index) => {
        const x = index * 38
        const d = `M${x} 0h40c6 300-6 520 ${-index * 5} 780h-44z`
        return path(d, index % 2 === 0 ? '#a3274a' : '#7e1b40') + stippled('#3c0d2c', 0.75, path(d, 'url(#fade-right)'))
      })
      return group({ transform: side === 0 ? 'scale(1 1)' : 'translate(1200 0) scale(-1 1)' }, fold)
    }),
    path(
      'M0 0H1200V84q-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0-60 54-120 0z',
      '#8f1f45',
    ),
    stroke(
      'M0 84q60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0 60 54 120 0',
      palette.duck,
      6,
    ),
    lamp(210, -17),
    lamp(600, 0),
    lamp(990, 16),
    times(13, (index) => {
      const [x, y] = [index * 100 - 10 + next() * 24, 868 + next() * 20]
      return circle(x, y - 30, 34, '#160d2c') + path(`M${x - 62} 920c0-50 24-66 62-66s62 16 62 66z`, '#160d2c')
    }),
    limb('#160d2c', [262, 900, 14], [280, 810, 11], [292, 770, 9]),
    limb('#160d2c', [930, 900, 14], [916, 820, 11], [900, 780, 9]),
  ],
}
