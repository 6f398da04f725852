import { palette } from '../lib/palette.ts'
import { rubberDuck } from '../lib/rubber-duck.ts'
import { circle, group, linear, path, rect, round, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import { type Video, wave } from './video.ts'

const SIZE = 480
const TURNS = 2

const table = [
  rect(0, 0, SIZE, SIZE, 'url(#table)'),
  stroke('M0 70H480M0 230H480M0 398H480', '#1b5058', 4, { opacity: 0.7 }),
  blurred(12, rect(40, 66, 416, 380, palette.ink, { opacity: 0.6, rx: 26 })),
  rect(30, 52, 420, 376, 'url(#wood)', { rx: 24 }),
  stroke('M40 120q200-22 400 6M40 200q180 24 400-8M40 330q200-26 400 10M40 392q220 18 400-6', '#7d4429', 4, {
    opacity: 0.4,
  }),
  stippled('#5c2c22', 0.7, rect(30, 52, 420, 376, 'url(#fade-corner)', { rx: 24 })),
  rect(30, 52, 420, 376, 'none', { rx: 24, stroke: '#e0a56f', 'stroke-width': 4 }),
].join('')

const record = [
  circle(200, 240, 170, '#3a1f22'),
  circle(200, 240, 160, '#17182e'),
  times(9, (index) =>
    circle(200, 240, 74 + index * 9.5, 'none', {
      stroke: index % 3 === 2 ? '#101124' : '#2b2d4c',
      'stroke-width': 2.5,
    }),
  ),
  path('M200 240L112 106A160 160 0 0 1 172 82zM200 240L288 374A160 160 0 0 1 228 398z', '#8f97d8', { opacity: 0.2 }),
  path('M200 240L150 88A160 160 0 0 1 164 84zM200 240L250 392A160 160 0 0 1 236 396z', palette.white, {
    opacity: 0.16,
  }),
].join('')

const label = [
  circle(0, 0, 58, palette.coral),
  path('M0-58A58 58 0 0 1 0 58z', '#d95a4c'),
  circle(0, 0, 44, palette.cream),
  group({ transform: 'translate(-2 10) scale(.3)' }, rubberDuck(0)),
  stroke('M-26-26q26-20 52 0', palette.plum, 4, { 'stroke-dasharray': '6 8' }),
  circle(0, 0, 5, palette.ink),
].join('')

const arm = [
  stroke('M398 130L398 258 306 328', '#1b1d3a', 9, { opacity: 0.3, transform: 'translate(7 10)' }),
  circle(398, 130, 36, '#3a1f22'),
  circle(398, 130, 28, '#c9d3d6'),
  stippled('#5c6c7c', 0.8, circle(398, 130, 28, 'url(#fade-corner)')),
  stroke('M398 100V258L306 328', '#e9eef0', 9),
  rect(384, 80, 28, 32, palette.ink, { rx: 6 }),
  group(
    { transform: 'translate(306 328) rotate(52)' },
    rect(-13, -8, 26, 44, palette.ink, { rx: 5 }),
    rect(-4, 20, 8, 8, palette.duck),
  ),
].join('')

const NOTE = 'M0 0a13 10 -20 1 1-4-9V-52l34-8V-14a13 10 -20 1 1-6-8V-44L2-39V-2z'

/** A note that rises from the record and fades, again and again. */
function note(time: number, start: number, x: number, colour: string): string {
  const rise = (time + start) % 1
  const seen = Math.min(1, rise * 6, (1 - rise) * 3)
  const place = `translate(${round(x + 16 * wave(rise * 1.5))} ${round(300 - rise * 270)}) rotate(${round(12 * wave(rise * 2))}) scale(${round(0.7 + rise * 0.3)})`
  return path(NOTE, colour, { transform: place, opacity: round(seen) })
}

export const recordPlayer: Video = {
  name: 'record-player',
  width: SIZE,
  height: SIZE,
  seconds: 4,
  gradients: [
    linear('table', [
      [0, '#35808a'],
      [1, '#1d5a66'],
    ]),
    linear('wood', [
      [0, '#cf8a55'],
      [1, '#a25f3b'],
    ]),
  ],
  frame(time) {
    return [
      table,
      group(
        { transform: 'translate(16 12) scale(.95)' },
        record,
        group({ transform: `translate(200 240) rotate(${round(time * TURNS * 360)})` }, label),
      ),
      group({ transform: `rotate(${round(0.7 * wave(time * TURNS))} 398 130)` }, arm),
      circle(404, 384, 22, '#3a1f22'),
      circle(404, 384, 17, palette.duck),
      stroke('M404 384l8-11', palette.ink, 4),
      rect(334, 376, 40, 12, '#3a1f22', { rx: 6 }),
      circle(344, 382, 4, palette.red, { opacity: round(0.7 + 0.3 * wave(time * 4)) }),
      note(time, 0, 150, palette.butter),
      note(time, 0.36, 246, palette.rose),
      note(time, 0.7, 96, palette.mint),
    ]
  },
}
