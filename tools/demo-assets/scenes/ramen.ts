import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, linear, path, radial, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const egg = (x: number, y: number, turn: number) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    ellipse(5, 9, 68, 84, '#7a3a16', { opacity: 0.4 }),
    ellipse(0, 0, 66, 82, '#e9c79c'),
    ellipse(0, 0, 59, 75, palette.white),
    stippled('#e2b58a', 0.6, ellipse(0, 0, 59, 75, 'url(#fade-corner)')),
    ellipse(0, 10, 37, 40, palette.amber),
    ellipse(-4, 6, 28, 30, '#ffb53d'),
    ellipse(-12, -4, 8, 6, palette.white, { opacity: 0.8 }),
  )

const swirl = (x: number, y: number) =>
  group(
    { transform: `translate(${x} ${y})` },
    circle(5, 8, 60, '#7a3a16', { opacity: 0.4 }),
    times(12, (index) => circle(Math.cos(index * 0.5236) * 50, Math.sin(index * 0.5236) * 50, 14, palette.white)),
    circle(0, 0, 54, palette.white),
    stroke('M0 0c10-12 26 0 20 14-8 18-40 14-42-10-2-28 34-42 56-20 22 24 8 58-22 62', '#e5698a', 9),
  )

const pork = (x: number, y: number, turn: number) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    ellipse(6, 10, 104, 84, '#7a3a16', { opacity: 0.4 }),
    ellipse(0, 0, 104, 84, '#a8583a'),
    ellipse(0, 0, 92, 72, '#e9b08f'),
    path(
      'M-66-8c14-40 96-56 128-14-22-2-30 10-56 10-36 2-46-14-72 4zM-46 34c24-18 70-10 96-20-10 36-70 54-96 20z',
      '#c97a58',
    ),
    stippled('#a8583a', 0.7, ellipse(0, 0, 92, 72, 'url(#fade-corner)')),
  )

const next = random(12)
const noodles = times(34, (index) => {
  const y = 560 + index * 11 + next() * 8
  const left = 190 + next() * 110
  const bend = () => (next() - 0.5) * 70
  const d = `M${left} ${y}c70 ${bend()} 130 ${bend()} 190 ${bend() * 0.4}s130 ${bend()} ${190 + next() * 70} ${bend() * 0.3}`
  return stroke(d, '#b8722d', 15, { opacity: 0.55 }) + stroke(d, index % 3 === 0 ? '#ffe9b0' : '#f9d98d', 10)
})

const onions = times(24, (index) => {
  const angle = next() * 6.28
  const away = Math.sqrt(next()) * 90
  const [x, y] =
    index < 17
      ? [510 + Math.cos(angle) * away, 780 + Math.sin(angle) * away * 0.7]
      : [230 + next() * 430, 420 + next() * 360]
  return (
    circle(x + 2, y + 4, 14, '#7a3a16', { opacity: 0.35 }) +
    circle(x, y, 11, '#dcefb4', { stroke: index % 2 === 0 ? palette.leaf : palette.moss, 'stroke-width': 6 })
  )
})

const steam = (x: number, y: number, size: number) =>
  stroke(`M${x} ${y}c-50-60 50-110 0-170s40-110 0-160`, palette.white, size, { opacity: 0.34 })

export const ramen: Scene = {
  name: 'ramen',
  width: 900,
  height: 1200,
  gradients: [
    radial('broth', [
      [0, '#e39a3f'],
      [0.75, '#c9702a'],
      [1, '#98471c'],
    ]),
    linear('table', [
      [0, '#23636a'],
      [1, '#143f4a'],
    ]),
  ],
  drawing: [
    rect(0, 0, 900, 1200, 'url(#table)'),
    times(7, (index) => stroke(`M${-20 + index * 150} 0V1200`, '#0f3640', 5, { opacity: 0.6 })),
    rect(0, 0, 900, 1200, 'url(#vignette)'),
    group(
      { transform: 'rotate(-7 450 660)' },
      rect(40, 240, 820, 820, '#d9553f', { rx: 14 }),
      rect(64, 264, 772, 772, 'none', { rx: 8, stroke: palette.peach, 'stroke-width': 5 }),
      stippled('#7e2430', 0.7, path('M40 800L860 600v446q0 14-14 14H54q-14 0-14-14z', 'url(#fade-down)')),
    ),
    blurred(22, circle(476, 686, 352, palette.ink, { opacity: 0.55 })),
    circle(450, 650, 352, palette.cream),
    circle(450, 650, 338, palette.night),
    times(28, (index) =>
      path('M-22-322q22-22 44 0', 'none', {
        stroke: palette.sky,
        'stroke-width': 6,
        transform: `translate(450 650) rotate(${index * (360 / 28)})`,
      }),
    ),
    circle(450, 650, 304, palette.cream),
    stippled('#b98a62', 0.7, circle(450, 650, 352, 'url(#fade-out)')),
    circle(450, 650, 290, 'url(#broth)'),
    clipped(
      'soup',
      circle(450, 650, 290, '#000'),
      noodles,
      stippled('#7a3a16', 0.75, circle(450, 650, 292, 'url(#fade-out)')),
      times(16, (index) =>
        circle(190 + ((index * 137) % 520), 390 + ((index * 211) % 520), 6 + (index % 4) * 4, '#ffcf75', {
          opacity: 0.55,
        }),
      ),
    ),
    group(
      { transform: 'rotate(16 560 430)' },
      rect(500, 290, 190, 230, '#0e1f26', { opacity: 0.4, rx: 4 }),
      rect(492, 280, 190, 230, '#1d3a36', { rx: 4 }),
      stippled('#4d8068', 0.7, rect(492, 280, 190, 230, 'url(#fade-up)', { rx: 4 })),
    ),
    pork(300, 560, -18),
    pork(360, 480, 10),
    egg(574, 560, 28),
    egg(650, 660, 64),
    swirl(312, 720),
    onions,
    blurred(9, steam(360, 560, 40), steam(500, 470, 50), steam(620, 570, 34)),
    group(
      { transform: 'rotate(9 450 960)' },
      path('M40 1026L874 922l2 12L44 1050z', palette.ink, { opacity: 0.35 }),
      path('M30 996L866 900l1 11L34 1020z', palette.bark),
      path('M26 1046L862 934l2 11L30 1070z', palette.wood),
      path('M30 996l150-18 3 21-149 21zM26 1046l150-20 3 22-149 22z', palette.red),
    ),
    blurred(10, circle(136, 166, 96, palette.ink, { opacity: 0.5 })),
    circle(128, 150, 94, palette.cream),
    circle(128, 150, 78, palette.moss),
    stippled(palette.forest, 0.8, circle(128, 150, 78, 'url(#fade-corner)')),
    ellipse(104, 122, 20, 11, palette.white, { opacity: 0.5, transform: 'rotate(-30 104 122)' }),
    blurred(8, circle(784, 152, 62, palette.ink, { opacity: 0.5 })),
    circle(778, 142, 62, palette.white),
    circle(778, 142, 48, '#3b1d1a'),
    ellipse(764, 126, 15, 7, palette.white, { opacity: 0.35, transform: 'rotate(-30 764 126)' }),
  ],
}
