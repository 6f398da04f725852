import { palette } from '../lib/palette.ts'
import { rubberDuck } from '../lib/rubber-duck.ts'
import { circle, ellipse, group, linear, path, radial, rect, round, stroke } from '../lib/svg.ts'
import { stippled } from '../lib/texture.ts'
import type { Video } from './video.ts'

const [WIDTH, HEIGHT] = [480, 600]
const BOUNCES = 5
const RADIUS = 56
const FLOOR = 486
const RISE = 268

const SEAMS = 'M-56 0H56M0-56V56M-40-39q44 39 0 78M40-39q-44 39 0 78'

/** Nothing here moves, so it costs a film hardly anything. */
const court = [
  rect(0, 0, WIDTH, 430, 'url(#wall)'),
  path('M0 0H200L360 430H0z', '#ffe3b0', { opacity: 0.2 }),
  stippled('#7a2c52', 0.5, rect(0, 150, WIDTH, 280, 'url(#fade-down)')),
  stroke(
    'M0 92H480M0 184H480M0 276H480M0 368H480M60 0V92M190 0V92M330 0V92M120 92V184M260 92V184M400 92V184M60 184V276M190 184V276M330 184V276M120 276V368M260 276V368M400 276V368',
    '#a6485c',
    3,
    { opacity: 0.45 },
  ),
  group(
    { opacity: 0.28, transform: 'translate(330 36) skewX(10)' },
    rect(-72, 0, 150, 104, palette.ink, { rx: 4 }),
    rect(-30, 34, 66, 50, '#d9685f'),
    path('M-32 96h70l-12 74h-46z', palette.ink, { opacity: 0.6 }),
  ),
  rect(0, 424, WIDTH, 176, 'url(#floor)'),
  rect(0, 420, WIDTH, 8, palette.ink, { opacity: 0.25 }),
  path('M0 520C160 476 330 476 480 520', 'none', { stroke: palette.cream, 'stroke-width': 8 }),
  path('M0 524C160 480 330 480 480 524V600H0z', palette.teal, { opacity: 0.5 }),
  stippled(palette.ink, 0.6, rect(0, 500, WIDTH, 100, 'url(#fade-down)')),
].join('')

export const bouncingBall: Video = {
  name: 'bouncing-ball',
  width: WIDTH,
  height: HEIGHT,
  seconds: 4,
  gradients: [
    linear('wall', [
      [0, '#f0876b'],
      [1, '#b94c66'],
    ]),
    linear('floor', [
      [0, '#e9a06a'],
      [1, '#a85560'],
    ]),
    radial(
      'leather',
      [
        [0, '#ffb65c'],
        [0.55, '#f08a35'],
        [1, '#b54d28'],
      ],
      [0.36, 0.32, 0.75],
    ),
  ],
  frame(time) {
    const phase = (time * BOUNCES) % 1
    const high = 4 * phase * (1 - phase)
    const contact = Math.max(0, 1 - high / 0.16)
    const squash = 1 - 0.2 * contact
    const stretch = 1 + 0.16 * contact
    const y = FLOOR - RADIUS * squash - RISE * high
    return [
      court,
      ellipse(206 + 24 * high, FLOOR + 6, 62 - 24 * high, 11 - 4 * high, palette.ink, {
        opacity: round(0.55 - 0.34 * high),
      }),
      ellipse(394, 506, 70, 9, palette.ink, { opacity: 0.4 }),
      group({ transform: 'translate(398 468) scale(-.64 .64)' }, rubberDuck(round(14 - 38 * high))),
      group(
        { transform: `translate(200 ${round(y)}) scale(${round(stretch)} ${round(squash)})` },
        circle(0, 0, RADIUS, 'url(#leather)'),
        group({ transform: `rotate(${round(time * 360)})` }, stroke(SEAMS, palette.ink, 5)),
        circle(0, 0, RADIUS, 'none', { stroke: palette.ink, 'stroke-width': 5 }),
        stroke('M-36-28q14-17 32-18', '#ffe7b8', 7, { opacity: 0.85 }),
      ),
    ]
  },
}
