import { palette } from '../lib/palette.ts'
import { fir, hills } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, random, rect, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const next = random(44)

/** A wood of firs standing on rolling land, one layer of the mist. */
function layer(seed: number, top: number, low: number, high: number, count: number, fill: string): string {
  const trees = times(count, (index) => {
    const x = ((index + next() * 0.8) / count) * 980 - 40
    return fir(x, top + 70, low + next() * (high - low), fill)
  })
  return trees + path(hills(seed, 900, top + 20, 50, 4, 1200), fill)
}

/** A tall bare trunk close by. */
const trunk = (x: number, width: number, lean: number) => {
  const d = `M${x} 1160C${x + 6} 800 ${x + lean} 400 ${x + lean} -10h${width * 0.72}C${x + lean + width * 0.8} 400 ${x + width} 800 ${x + width + 14} 1160z`
  return (
    path(d, '#12302f') +
    stippled('#e9c98a', 0.55, path(d, 'url(#fade-left)')) +
    times(7, (index) => stroke(`M${x + width * 0.4 + lean * 0.5} ${120 + index * 130}q10 30 0 60`, '#0b201f', 5))
  )
}

const branch = (x: number, y: number, turn: number) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn})` },
    stroke('M0 0q90 10 180 50', '#12302f', 9),
    times(9, (index) =>
      stroke(
        `M${20 + index * 18} ${3 + index * index * 0.55}l-4 30M${26 + index * 18} ${4 + index * index * 0.55}l22 24`,
        '#173b38',
        10,
      ),
    ),
  )

const fox = group(
  { transform: 'translate(452 950) scale(1.08)' },
  path('M66 40c50-16 92-2 104 34-26-10-34 6-60 10s-46-16-44-44z', '#d8622f'),
  path('M146 52c14 4 22 12 24 22-14-6-22-4-32 0 4-8 6-14 8-22z', palette.cream),
  path(
    'M-34 18c24-24 80-26 108 0 14 14 12 40 6 62l-2 44H66l-4-42c-22 8-44 8-64 2l-4 40h-12l-4-48c-14-12-20-36-12-58z',
    '#e8733a',
  ),
  stippled(
    '#8f3423',
    0.8,
    path('M-34 18c24-24 80-26 108 0 14 14 12 40 6 62-40 22-80 18-102-4-14-12-20-36-12-58z', 'url(#fade-down)'),
  ),
  path('M-22 84l4 40h12l4-40zM60 84l6 40h12l2-40z', '#3a1a1c'),
  path('M-84-8l4-50 30 26h22l30-26 4 50c-6 28-24 46-44 50-22-4-40-22-46-50z', '#ef8043'),
  path(
    'M-84 0c10 14 26 16 36 30 2 6 6 10 9 12 4-2 8-6 9-12 10-14 26-16 36-30-2 24-24 44-45 48-22-4-44-24-45-48z',
    palette.cream,
  ),
  path('M-76-40l14 14-12 10zM2-40l-14 14 12 10z', '#3a1a1c'),
  circle(-58, 4, 5, palette.ink),
  circle(-18, 4, 5, palette.ink),
  ellipse(-38, 36, 8, 6, palette.ink),
)

export const forestMist: Scene = {
  name: 'forest-mist',
  width: 900,
  height: 1200,
  gradients: [
    linear('dawn', [
      [0, '#f3c98a'],
      [0.45, '#f6e3bd'],
      [1, '#cfe0d2'],
    ]),
    linear('mist', [
      [0, '#f6ead0', 0],
      [1, '#f6ead0', 0.85],
    ]),
    linear('ray', [
      [0, '#fff4cf', 0.75],
      [1, '#fff4cf', 0],
    ]),
  ],
  drawing: [
    rect(0, 0, 900, 1200, 'url(#dawn)'),
    blurred(34, circle(300, 250, 150, '#fff6d8', { opacity: 0.9 })),
    circle(300, 250, 84, '#fffaf0'),
    layer(2, 430, 150, 300, 15, '#bcd0bd'),
    rect(0, 380, 900, 230, 'url(#mist)'),
    layer(5, 560, 190, 370, 12, '#8fb5a3'),
    stippled('#f6ead0', 0.7, rect(0, 520, 900, 170, 'url(#fade-down)')),
    layer(7, 690, 240, 450, 9, '#5a9184'),
    rect(0, 600, 900, 260, 'url(#mist)'),
    layer(9, 830, 280, 520, 7, '#2f6b62'),
    stippled('#dfe6c8', 0.6, rect(0, 840, 900, 220, 'url(#fade-down)')),
    path('M230-20L60 1000H300zM330-20L340 1000H560L420-20zM460-20L660 960H860L540-20z', 'url(#ray)', { opacity: 0.75 }),
    path(hills(13, 900, 990, 50, 4, 1200), '#1f4f49'),
    path(
      'M380 1010c60-6 110 0 130 20 30 30-80 50-120 90-30 30-50 60-60 90h300c0-60 40-90 20-130-10-40-70-70-150-76z',
      '#c9a873',
    ),
    stippled(
      '#7a5c43',
      0.8,
      path(
        'M380 1010c60-6 110 0 130 20 30 30-80 50-120 90-30 30-50 60-60 90h300c0-60 40-90 20-130-10-40-70-70-150-76z',
        'url(#fade-down)',
      ),
    ),
    trunk(52, 74, 20),
    trunk(764, 96, -26),
    branch(120, 180, 6),
    branch(110, 420, 18),
    group({ transform: 'translate(760 300) scale(-1 1)' }, branch(0, 0, 4)),
    group({ transform: 'translate(768 90) scale(-1 1)' }, branch(0, 0, 10)),
    blurred(7, ellipse(474, 1088, 96, 14, '#2b1d1a', { opacity: 0.55 })),
    fox,
    path(
      'M-20 1200v-110c60-40 130-20 190 10s110 60 160 100zM920 1200v-130c-80-30-140-6-180 30-40 30-80 60-100 100z',
      '#0f2a2a',
    ),
    times(11, (index) => {
      const x = index < 6 ? 10 + index * 40 : 690 + (index - 6) * 44
      return stroke(
        `M${x} 1150q-20-40-44-50M${x} 1150q-4-50-8-80M${x} 1150q14-44 36-58`,
        index % 2 === 0 ? '#2f6b62' : '#1f4f49',
        8,
      )
    }),
    group(
      { transform: 'translate(150 1078)' },
      rect(-8, 0, 16, 40, palette.cream, { rx: 7 }),
      path('M-36 6q4-42 36-42T36 6q-36 14-72 0z', palette.red),
      circle(-12, -14, 6, palette.white),
      circle(12, -8, 7, palette.white),
      circle(2, -26, 4, palette.white),
    ),
    times(26, () =>
      circle(next() * 900, 300 + next() * 700, 1.4 + next() * 2.6, '#fff8dc', { opacity: 0.4 + next() * 0.5 }),
    ),
  ],
}
