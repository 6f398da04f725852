import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const SHORE = 880
const next = random(77)
const LAMPS = [palette.butter, palette.duck, palette.peach, '#ffd9c0']

type Top = 'flat' | 'slope' | 'dome' | 'mast' | 'tank'

/** One building from its roof down to the shore, some windows lit. */
function building(x: number, width: number, tall: number, fill: string, lit: number, top: Top): string {
  const y = SHORE - tall
  const roofs: Record<Top, string> = {
    flat: rect(x - 5, y - 10, width + 10, 14, fill),
    slope: path(`M${x} ${y}L${x + width} ${y - 60}V${y + 4}H${x}z`, fill),
    dome: path(`M${x} ${y}q${width / 2}-${width} ${width} 0z`, fill),
    mast:
      rect(x + width / 2 - 24, y - 34, 48, 40, fill) +
      rect(x + width / 2 - 3, y - 130, 6, 100, fill) +
      circle(x + width / 2, y - 132, 6, palette.red),
    tank:
      rect(x + 14, y - 46, 40, 34, fill) +
      path(`M${x + 8} ${y - 44}l26-20 26 20z`, fill) +
      stroke(`M${x + 20} ${y}v-14M${x + 48} ${y}v-14`, fill, 5),
  }
  const columns = Math.floor((width - 16) / 24)
  const rows = Math.floor((tall - 24) / 32)
  const gap = (width - columns * 14) / (columns + 1)
  const windows = times(columns * rows, (index) => {
    if (next() > lit) return ''
    const wx = x + gap + (index % columns) * (14 + gap)
    return rect(
      wx,
      y + 20 + Math.floor(index / columns) * 32,
      14,
      18,
      LAMPS[Math.floor(next() * LAMPS.length)] ?? palette.butter,
    )
  })
  const wall = rect(x, y, width, tall, fill)
  return roofs[top] + wall + stippled(palette.ink, 0.6, rect(x, y, width, tall, 'url(#fade-right)')) + windows
}

const town = group(
  {},
  building(-20, 130, 330, '#5a5aa6', 0.25, 'flat'),
  building(140, 110, 450, '#5a5aa6', 0.25, 'slope'),
  building(300, 120, 390, '#5a5aa6', 0.25, 'flat'),
  building(470, 130, 540, '#5a5aa6', 0.3, 'mast'),
  building(640, 120, 420, '#5a5aa6', 0.25, 'dome'),
  building(790, 140, 360, '#5a5aa6', 0.25, 'flat'),
  stippled('#8d7cc4', 0.7, rect(-20, 560, 940, 320, 'url(#fade-down)')),
  building(40, 120, 300, palette.indigo, 0.45, 'tank'),
  building(220, 104, 380, palette.indigo, 0.45, 'mast'),
  building(380, 126, 270, palette.indigo, 0.45, 'slope'),
  building(560, 110, 350, palette.indigo, 0.45, 'tank'),
  building(720, 130, 290, palette.indigo, 0.45, 'flat'),
  building(-30, 110, 190, palette.night, 0.55, 'flat'),
  building(110, 140, 160, palette.night, 0.55, 'tank'),
  building(290, 110, 210, palette.night, 0.55, 'dome'),
  building(430, 150, 150, palette.night, 0.55, 'flat'),
  building(610, 120, 200, palette.night, 0.55, 'slope'),
  building(750, 170, 160, palette.night, 0.55, 'tank'),
)

/** A stall with a lantern: the one place that is open. */
const stall = group(
  { transform: 'translate(372 806)' },
  blurred(22, circle(66, 44, 76, palette.amber, { opacity: 0.75 })),
  rect(6, 10, 120, 76, '#ffcf75'),
  rect(0, 54, 132, 32, palette.bark),
  times(6, (index) => path(`M${index * 24 - 6}-6h24l-2 28q-10 8-20 0z`, index % 2 === 0 ? palette.red : palette.cream)),
  circle(46, 40, 11, palette.ink),
  path('M30 56q16-14 32 0z', palette.ink),
  ellipse(146, 18, 12, 15, palette.red),
  ellipse(-14, 18, 12, 15, palette.red),
)

export const cityNight: Scene = {
  name: 'city-night',
  width: 900,
  height: 1200,
  gradients: [
    linear('night', [
      [0, '#141640'],
      [0.55, '#3c3a86'],
      [0.8, '#9b6a9e'],
    ]),
    linear('river', [
      [0, '#2a2d6b', 0.55],
      [1, '#0d0f2c', 0.95],
    ]),
  ],
  drawing: [
    rect(0, 0, 900, 1200, 'url(#night)'),
    times(70, () =>
      circle(next() * 900, next() * 520, 0.8 + next() * 2, palette.white, { opacity: 0.4 + next() * 0.6 }),
    ),
    blurred(46, circle(620, 240, 170, palette.butter, { opacity: 0.5 })),
    circle(620, 240, 118, '#fff0c4'),
    stippled('#d9a86a', 0.75, circle(620, 240, 118, 'url(#fade-corner)')),
    ellipse(590, 205, 24, 20, '#e9cf98', { opacity: 0.7 }),
    ellipse(654, 262, 32, 26, '#e9cf98', { opacity: 0.7 }),
    ellipse(588, 288, 14, 12, '#e9cf98', { opacity: 0.7 }),
    path(
      'M-20 330c60-30 130-14 190-24 70-10 100 12 150 18-90 20-240 22-340 6zM560 350c80-26 160-4 220-20 50-6 90 8 140 10v26c-120 8-260 6-360-16z',
      '#6f62a8',
      { opacity: 0.55 },
    ),
    town,
    stall,
    rect(0, SHORE - 12, 900, 16, palette.ink),
    times(19, (index) => stroke(`M${index * 50} ${SHORE - 10}v-22`, palette.ink, 5)),
    stroke(`M0 ${SHORE - 34}H372M506 ${SHORE - 34}H900`, palette.ink, 5),
    clipped(
      'river-clip',
      rect(0, SHORE + 4, 900, 320, '#000'),
      rect(0, SHORE, 900, 320, '#5c4f92'),
      blurred(3.5, group({ transform: `translate(0 ${SHORE * 2 + 8}) scale(1 -1)` }, town, stall)),
      rect(0, SHORE, 900, 320, 'url(#river)'),
      times(42, (index) =>
        stroke(
          `M${next() * 860} ${SHORE + 16 + index * 7.4}h${20 + next() * 110}`,
          index % 3 === 0 ? palette.duck : '#8d7cc4',
          3,
          { opacity: 0.22 + next() * 0.3 },
        ),
      ),
      times(16, (index) =>
        stroke(`M${600 - index * 3 + next() * 24} ${SHORE + 26 + index * 18}h${30 + next() * 46}`, palette.butter, 5, {
          opacity: 0.75 - index * 0.03,
        }),
      ),
    ),
    group(
      { transform: 'translate(180 1086)' },
      path('M0 0c30 34 130 34 168 0-20-4-30 2-40 4H40C26 4 14-2 0 0z', '#0b0c22'),
      path('M48 4v-26q0-14 14-14h44q14 0 14 14V4z', palette.bark),
      rect(60, -22, 14, 14, palette.butter),
      rect(88, -22, 14, 14, palette.butter),
      circle(6, -8, 7, palette.duck),
    ),
  ],
}
