import { palette } from '../lib/palette.ts'
import { hills, limb } from '../lib/shapes.ts'
import { circle, ellipse, group, linear, path, rect, stroke, times } from '../lib/svg.ts'
import { blurred, clipped, stippled } from '../lib/texture.ts'
import type { Scene } from './scene.ts'

const FUR = '#ef9346'
const STRIPE = '#c4632c'
const SILL = 640

const view = clipped(
  'pane',
  rect(270, 90, 660, 540, '#000'),
  rect(270, 90, 660, 540, 'url(#dusk)'),
  stippled('#4b4a9a', 0.5, rect(270, 90, 660, 260, 'url(#fade-up)')),
  blurred(14, circle(420, 240, 62, palette.cream, { opacity: 0.5 })),
  circle(420, 240, 44, palette.cream),
  times(12, (index) =>
    circle(300 + ((index * 173) % 610), 110 + ((index * 67) % 160), index % 3 === 0 ? 3 : 2, palette.white),
  ),
  path(hills(4, 1200, 400, 70, 5, 640), '#c76f86'),
  path(hills(6, 1200, 450, 60, 6, 640), '#7e4a80'),
  stippled(palette.peach, 0.5, path(hills(6, 1200, 450, 60, 6, 640), 'url(#fade-up)')),
  group(
    { transform: 'translate(300 486)' },
    times(9, (index) => {
      const x = index * 72
      const high = 50 + ((index * 47) % 60)
      const house = path(`M${x} 160V${90 - high * 0.4}l30-26 30 26v140z`, palette.night)
      return (
        house +
        rect(x + 16, 92 - high * 0.2, 11, 14, palette.butter) +
        rect(x + 36, 92 - high * 0.2, 11, 14, index % 2 === 0 ? palette.butter : palette.indigo)
      )
    }),
  ),
)

const frame = group(
  {},
  stroke('M270 90H930V630H270z', palette.cream, 26),
  stroke('M600 90V630M270 300H930', palette.cream, 16),
  stippled('#c99a7a', 0.55, rect(257, 76, 26, 560, 'url(#fade-up)'), rect(918, 76, 26, 560, 'url(#fade-up)')),
)

const cat = group(
  { transform: 'translate(690 0)' },
  limb(FUR, [70, 610, 24], [112, 640, 23], [122, 720, 22], [104, 790, 20], [66, 812, 17]),
  stroke('M104 700l38-6M100 740l40 0M92 776l36 12', STRIPE, 13),
  path('M-96 640c-24-130 6-240 96-240s124 110 100 240z', FUR),
  stippled(STRIPE, 0.8, path('M-96 640c-24-130 6-240 96-240s124 110 100 240z', 'url(#fade-left)')),
  path('M-46 470c20-34 72-34 92 0 10 60-4 120-44 150-44-30-58-90-48-150z', palette.white),
  stroke('M96 520q-22 2-34 12M104 560q-24 2-36 12M-94 520q18 2 30 12M-98 560q20 2 32 12', STRIPE, 13),
  path('M-64 412q64 40 128 0l4 22q-68 44-136 0z', palette.teal),
  circle(0, 446, 15, palette.duck),
  circle(0, 450, 4, palette.bark),
  path('M-88 330L-84 214-22 270zM88 330L84 214 22 270z', FUR),
  path('M-74 296l2-54 32 32zM74 296l-2-54-32 32z', palette.rose),
  ellipse(0, 338, 108, 88, FUR),
  stippled(STRIPE, 0.7, ellipse(0, 338, 108, 88, 'url(#fade-left)')),
  ellipse(-26, 370, 38, 30, palette.white),
  ellipse(26, 370, 38, 30, palette.white),
  stroke('M0 258v34M-24 262l4 26M24 262l-4 26M-104 330l26 6M104 330l-26 6M-100 354l22 0M100 354l-22 0', STRIPE, 11),
  stroke('M-66 330q18 18 38 0M28 330q20 18 38 0', palette.ink, 7),
  path('M-12 352h24l-12 14z', palette.rose),
  stroke('M0 366q-2 16-18 14M0 366q2 16 18 14', palette.ink, 5),
  stroke('M-56 366l-74-10M-56 378l-74 8M56 366l74-10M56 378l74 8', palette.white, 3, { opacity: 0.9 }),
  ellipse(-40, 634, 44, 24, FUR),
  ellipse(40, 634, 44, 24, FUR),
  stroke('M-52 640v10M-34 642v10M28 642v10M46 640v10', STRIPE, 5),
)

const leaf = (x: number, y: number, turn: number, size: number, fill: string) =>
  group(
    { transform: `translate(${x} ${y}) rotate(${turn}) scale(${size})` },
    path('M0 0c-34-24-40-84 0-130 40 46 34 106 0 130z', fill),
    stroke('M0 0V-104', palette.forest, 4, { opacity: 0.5 }),
  )

const plant = group(
  { transform: 'translate(390 560)' },
  leaf(0, 0, -62, 1, palette.leaf),
  leaf(0, 0, 58, 1.05, palette.leaf),
  leaf(0, 0, -32, 1.3, palette.moss),
  leaf(0, 0, 30, 1.25, '#3d7d52'),
  leaf(0, 0, -4, 1.5, palette.leaf),
  path('M-62-10H62L48 82H-48z', palette.coral),
  stippled('#a8412f', 0.8, path('M-62-10H62L48 82H-48z', 'url(#fade-right)')),
  rect(-70, -24, 140, 26, '#f68f73', { rx: 8 }),
)

const drape = 'M92 44H268C270 250 250 390 186 500c34 90 42 220 44 400H92z'
const curtain = group(
  {},
  path(drape, '#e7a58f'),
  stippled('#a6534f', 0.75, path(drape, 'url(#fade-left)')),
  stroke(
    'M140 60C146 260 150 380 142 490M204 60C204 250 196 380 164 490M142 520c8 120 10 240 8 370M164 520c22 110 28 240 30 370',
    '#b8655c',
    5,
    { opacity: 0.6 },
  ),
  stroke('M88 506q52 14 106-8', palette.duck, 16),
)

export const catWindow: Scene = {
  name: 'cat-window',
  width: 1200,
  height: 900,
  gradients: [
    linear('dusk', [
      [0, '#6a67b8'],
      [0.45, '#d98aa8'],
      [0.8, palette.peach],
    ]),
  ],
  drawing: [
    rect(0, 0, 1200, 900, '#2e6f73'),
    times(13, (index) => rect(index * 96, 0, 4, 900, '#37797c')),
    rect(0, 0, 1200, 900, 'url(#vignette)'),
    view,
    frame,
    curtain,
    group({ transform: 'translate(1200 0) scale(-1 1)' }, curtain),
    stroke('M90 44H1110', palette.bark, 14),
    circle(84, 44, 15, palette.bark),
    circle(1116, 44, 15, palette.bark),
    rect(260, 736, 680, 164, '#d8dfd6'),
    times(
      9,
      (index) =>
        rect(276 + index * 74, 724, 56, 190, '#f0f1e6', { rx: 26 }) +
        stippled('#7c9b98', 0.7, rect(276 + index * 74, 724, 56, 190, 'url(#fade-right)', { rx: 26 })),
    ),
    rect(170, SILL, 860, 46, palette.cream, { rx: 6 }),
    rect(190, SILL + 46, 820, 14, palette.ink, { opacity: 0.3 }),
    stippled('#c99a7a', 0.6, rect(170, SILL, 860, 46, 'url(#fade-down)', { rx: 6 })),
    plant,
    group(
      { transform: 'translate(860 562)' },
      stroke('M66 18q40 0 34 30t-42 18', palette.mint, 13),
      path('M0 0h72v56q0 22-22 22H22Q0 78 0 56z', palette.mint),
      stippled(palette.teal, 0.8, path('M0 0h72v56q0 22-22 22H22Q0 78 0 56z', 'url(#fade-right)')),
    ),
    cat,
  ],
}
