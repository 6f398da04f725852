import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const GROUND = 470
const next = random(31)

/** A row of buildings with a few lamps still on. */
function skyline(fill: string, lit: string, low: number, high: number, count: number): string {
  const width = 1200 / count
  return times(count, (index) => {
    const x = index * width
    const tall = low + next() * (high - low)
    const y = GROUND - tall
    const windows = times(18, (spot) => {
      const [wx, wy] = [x + 12 + (spot % 3) * (width / 3.4), y + 16 + Math.floor(spot / 3) * 26]
      return wy > GROUND - 20 || next() > 0.42 ? '' : rect(wx, wy, 9, 12, lit, { opacity: 0.85 })
    })
    return (
      rect(x, y, width + 1, tall, fill) + (next() > 0.6 ? rect(x + width * 0.4, y - 26, 5, 28, fill) : '') + windows
    )
  })
}

const fence = group(
  { opacity: 0.5 },
  times(44, (index) =>
    stroke(`M${index * 36 - 220} ${GROUND}l190-190M${index * 36 - 220} ${GROUND - 190}l190 190`, palette.ink, 2),
  ),
  times(6, (index) => stroke(`M${40 + index * 230} ${GROUND}V272`, palette.ink, 8)),
  stroke('M0 276H1200', palette.ink, 8),
)

const hoop = group(
  {},
  path('M962 600L948 300l-40-96 14-6 46 98 22 304z', '#23264d'),
  path('M696 56l220 30v190l-220-14z', palette.white),
  stippled('#c98a94', 0.8, path('M696 56l220 30v190l-220-14z', 'url(#fade-right)')),
  stroke('M696 56l220 30v190l-220-14z', palette.coral, 11),
  stroke('M750 150l98 10v84l-98-6z', palette.coral, 8),
  stroke(
    'M694 252q-20 66 4 122M716 262q-6 60 0 110M742 266q6 60-6 108M768 266q14 50-8 108M796 258q10 60-36 114M700 292l92 8M702 330l84 6M700 300l66 70M790 296l-70 76',
    palette.white,
    4,
  ),
  ellipse(744, 252, 60, 16, 'none', { stroke: palette.red, 'stroke-width': 11 }),
)

const ball = group(
  { transform: 'translate(330 566)' },
  path('M-10 40c90-8 250 6 380 34-120 14-300 8-380-14z', palette.ink, { opacity: 0.45 }),
  circle(0, 0, 54, palette.amber),
  stippled('#a43f2a', 0.9, circle(0, 0, 54, 'url(#fade-corner)')),
  stroke('M-54 0q54-26 108 0M0-54q-22 54 0 108M-40-36q40 34 6 88M40-36q-26 38 0 76', palette.ink, 5),
  circle(0, 0, 54, 'none', { stroke: palette.ink, 'stroke-width': 5 }),
  path('M-34-30q14-18 34-18', 'none', { stroke: palette.butter, 'stroke-width': 7, 'stroke-linecap': 'round' }),
)

export const courtDusk: Scene = {
  name: 'court-dusk',
  width: 1200,
  height: 675,
  gradients: [
    linear('sky', [
      [0, '#37357f'],
      [0.45, '#a8558f'],
      [0.8, '#f58a6a'],
      [1, palette.butter],
    ]),
    linear('court', [
      [0, '#c9615b'],
      [1, '#5d2f62'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, GROUND, 'url(#sky)'),
    stippled('#2a2869', 0.6, rect(0, 0, 1200, 320, 'url(#fade-up)')),
    blurred(30, circle(420, 420, 150, palette.butter, { opacity: 0.7 })),
    circle(420, 420, 104, '#ffe9b5'),
    times(14, (index) =>
      circle((index * 311) % 1200, 18 + ((index * 83) % 150), index % 3 === 0 ? 2.6 : 1.7, palette.white, {
        opacity: 0.85,
      }),
    ),
    path(
      'M40 210c60-20 150-10 220-16 60 6 110 12 150 24-120 8-280 8-370-8zM640 160c80-16 180 0 250-8 60 8 80 16 100 22-110 8-240 6-350-14z',
      '#f9a58c',
      { opacity: 0.55 },
    ),
    skyline('#8a4683', '#ffd28a', 60, 190, 16),
    skyline('#4a2f70', palette.butter, 40, 140, 11),
    fence,
    rect(0, GROUND, 1200, 205, 'url(#court)'),
    stippled(palette.peach, 0.6, path(`M200 ${GROUND}H700L800 675H60z`, 'url(#fade-up)')),
    stippled(palette.ink, 0.6, rect(0, 540, 1200, 135, 'url(#fade-down)')),
    path(`M640 ${GROUND}H1010L1180 675H560z`, palette.teal, { opacity: 0.55 }),
    stroke(`M640 ${GROUND}L560 675M1010 ${GROUND}L1180 675`, palette.cream, 7),
    stroke('M590 604q-210 10-250-132', palette.cream, 6),
    stroke(`M0 ${GROUND + 8}H1200`, palette.cream, 5),
    hoop,
    ellipse(975, 602, 60, 10, palette.ink, { opacity: 0.5 }),
    group(
      {},
      stroke('M96 480V110q0-34 40-34h46', palette.ink, 9),
      blurred(26, path('M150 80l-140 400h330z', palette.butter, { opacity: 0.28 })),
      path('M150 84h70l-8-20h-54z', palette.ink),
      blurred(8, ellipse(185, 88, 34, 12, palette.white)),
      ellipse(185, 86, 26, 6, palette.white),
    ),
    ball,
  ],
}
