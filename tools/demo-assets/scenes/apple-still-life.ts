import { palette } from '../lib/palette.ts'
import { ellipse, group, linear, path, rect, stroke, times } from '../lib/svg.ts'
import { blurred, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const BODY =
  'M0-70C30-100 104-92 104-8c0 66-44 112-76 112-14 0-18-6-28-6s-14 6-28 6c-32 0-76-46-76-112 0-84 74-92 104-62z'

interface Apple {
  skin: string
  blush: string
  shade: string
  leaf?: boolean
}
const RED: Apple = { skin: palette.red, blush: '#f0764f', shade: '#7e1f33' }
const GREEN: Apple = { skin: '#b5c552', blush: '#e2dd7d', shade: '#5c7a35' }
const GOLD: Apple = { skin: '#efb04a', blush: '#e8663f', shade: '#a8552a' }

/** A whole apple about (x, y), lit from the upper left. */
function apple(x: number, y: number, size: number, turn: number, { skin, blush, shade, leaf = false }: Apple): string {
  return group(
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    path(BODY, skin),
    stippled(blush, 0.9, ellipse(-30, -10, 76, 84, 'url(#fade-in)')),
    stippled(shade, 0.85, path(BODY, 'url(#fade-corner)')),
    path('M-30-66q30 26 60 0-8 36-30 36t-30-36z', shade, { opacity: 0.6 }),
    stroke('M0-50q-2-34 14-58', palette.bark, 9),
    leaf
      ? path('M10-84c20-44 64-48 92-36-14 34-52 54-92 36z', palette.leaf) +
          stroke('M14-86q36-22 76-30', palette.forest, 3)
      : '',
    path('M-72-30q6-34 34-40', 'none', {
      stroke: palette.white,
      'stroke-width': 11,
      'stroke-linecap': 'round',
      opacity: 0.75,
    }),
  )
}

const half = group(
  { transform: 'translate(884 640) rotate(-14) scale(1.08)' },
  path(BODY, palette.red),
  path(BODY, '#fdf0cf', { transform: 'scale(.92 .93)' }),
  stippled('#e0b26c', 0.7, path(BODY, 'url(#fade-corner)', { transform: 'scale(.92 .93)' })),
  path('M0-44c34 12 44 40 38 64-6 24-24 36-38 38-14-2-32-14-38-38-6-24 4-52 38-64z', '#f5dca0'),
  stroke('M0-66V-44M0 58V84', '#d9b272', 5),
  path('M-14-10q-16 22 0 40 14-18 0-40zM14-10q16 22 0 40-14-18 0-40z', palette.bark),
  stroke('M0-62q-2-34 12-54', palette.bark, 9),
)

const bowl = 'M250 548H750C742 664 650 724 500 724S258 664 250 548z'

export const appleStillLife: Scene = {
  name: 'apple-still-life',
  width: 1200,
  height: 900,
  gradients: [
    linear(
      'wall',
      [
        [0, '#2f7a74'],
        [1, '#1c5258'],
      ],
      [0, 0, 1, 1],
    ),
    linear('cloth', [
      [0, '#fbe7c6'],
      [1, '#e9bf93'],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, 900, 'url(#wall)'),
    path('M120 0H380L700 600H440zM450 0H640L960 600H770z', '#f9d98d', { opacity: 0.28 }),
    stippled('#f9d98d', 0.45, path('M120 0H380L700 600H440zM450 0H640L960 600H770z', 'url(#fade-up)')),
    rect(0, 600, 1200, 300, 'url(#cloth)'),
    times(9, (index) =>
      path(`M${index * 150 - 60} 600h54L${index * 210 - 210} 900h-84z`, palette.coral, { opacity: 0.28 }),
    ),
    times(4, (index) =>
      rect(0, 640 + index * index * 14 + index * 38, 1200, 14 + index * 6, palette.coral, { opacity: 0.24 }),
    ),
    rect(0, 596, 1200, 8, palette.bark, { opacity: 0.35 }),
    blurred(14, path('M330 720c100 40 420 50 640-10 60-20-20-70-140-60z', palette.plum, { opacity: 0.5 })),
    apple(350, 470, 1.02, -14, GREEN),
    apple(648, 464, 1.06, 14, GOLD),
    apple(500, 400, 1.12, -4, { ...RED, leaf: true }),
    apple(424, 516, 1.04, -8, GOLD),
    apple(588, 516, 1.06, 10, RED),
    path(bowl, palette.night),
    stippled('#6f86c9', 0.75, path(bowl, 'url(#fade-left)')),
    stippled(palette.ink, 0.8, path(bowl, 'url(#fade-down)')),
    stroke('M276 592C400 628 600 628 724 592', palette.cream, 7),
    times(11, (index) =>
      path(`M${318 + index * 36} ${634 + Math.sin((index / 10) * 3.14) * 17}l14 16-14 16-14-16z`, palette.duck),
    ),
    path('M240 540H760q8 20-10 22H250q-18-2-10-22z', '#34397a'),
    path('M410 722h180l16 22H394z', palette.ink),
    blurred(10, ellipse(920, 752, 150, 24, palette.plum, { opacity: 0.5 })),
    blurred(10, ellipse(1066, 700, 110, 20, palette.plum, { opacity: 0.45 })),
    apple(1040, 606, 0.94, 18, { ...GREEN, leaf: true }),
    half,
    blurred(8, ellipse(226, 804, 120, 16, palette.plum, { opacity: 0.45 })),
    group(
      { transform: 'translate(120 770) rotate(7)' },
      path('M0 0h140v30H14Q-8 26 0 0z', palette.bark),
      stroke('M30 15h2M80 15h2M120 15h2', palette.duck, 8),
      path('M140-2h240q40 8 60 34H140z', '#dfe8ea'),
      path('M140 18h292q4 6 8 14H140z', '#a9bcc4'),
    ),
    path('M640 800c20-46 66-52 100-40-14 40-60 62-100 40z', palette.leaf),
    stippled(palette.forest, 0.8, path('M640 800c20-46 66-52 100-40-14 40-60 62-100 40z', 'url(#fade-right)')),
    rect(0, 0, 1200, 900, 'url(#vignette)', { opacity: 0.7 }),
  ],
}
