import { palette } from '../lib/palette.ts'
import { circle, ellipse, group, path, rect, stroke, svg, times } from '../lib/svg.ts'

/** Our own ducks: the three default avatars and the guest's. */

const SIZE = 400
const SHADE = '#eda91f'

const eye = (x: number, y: number) => circle(x, y, 15, palette.ink) + circle(x + 5, y - 5, 5, palette.white)
const cheek = (x: number, y: number) => ellipse(x, y, 24, 15, palette.coral, { opacity: 0.45 })

/** Head and shoulders looking to the right. */
function sideways(worn: string): string {
  return [
    path('M40 400c-4-92 52-150 150-150s170 60 170 150z', palette.duck),
    path('M40 400c-4-78 34-128 100-144-40 40-48 96-34 144z', SHADE, { opacity: 0.75 }),
    stroke('M150 400c0-44 34-72 82-70 22 1 40 8 52 20', SHADE, 9),
    path('M170 92c-20-16-26-38-14-50 10 4 16 12 19 20 4-16 16-26 30-25 4 16-2 38-16 54z', palette.duck),
    circle(190, 180, 104, palette.duck),
    path('M190 76a104 104 0 1 0 60 189c-86 4-132-50-128-106 2-34 24-66 68-83z', SHADE, { opacity: 0.5 }),
    path('M270 214c26 30 64 30 82 4-22-6-50-12-82-4z', '#c95f2b'),
    path('M266 172c24-16 58-8 86 22 12 13 10 26-6 27-28 2-58 4-82-2-12-4-10-40 2-47z', palette.bill),
    stroke('M292 186q6-3 12 0', '#c95f2b', 5),
    eye(232, 156),
    cheek(208, 210),
    worn,
  ].join('')
}

/** Head and shoulders looking at you. */
function facing(worn: string): string {
  return [
    path('M46 400c0-90 60-146 154-146s154 56 154 146z', palette.duck),
    path('M46 400c0-64 28-110 78-132-30 46-30 92-16 132z', SHADE, { opacity: 0.75 }),
    path('M354 400c0-64-28-110-78-132 30 46 30 92 16 132z', SHADE, { opacity: 0.35 }),
    path('M196 84c-18-18-18-40-6-50 8 4 14 12 15 20 6-14 18-20 30-16 0 18-8 38-24 48z', palette.duck),
    ellipse(200, 182, 112, 104, palette.duck),
    path('M118 110c-52 54-36 148 44 170-22-26-52-60-44-170z', SHADE, { opacity: 0.5 }),
    path('M150 216c10 44 90 44 100 0z', '#c95f2b'),
    path('M140 206c14-22 40-30 60-30s46 8 60 30c6 12-2 20-16 20-24 2-64 2-88 0-14 0-22-8-16-20z', palette.bill),
    stroke('M184 194q4-3 8-2M216 194q-4-3-8-2', '#c95f2b', 5),
    eye(150, 160),
    eye(250, 160),
    cheek(120, 204),
    cheek(280, 204),
    worn,
  ].join('')
}

const daisy = group(
  { transform: 'translate(110 96)' },
  times(8, (index) => ellipse(0, -24, 12, 20, palette.white, { transform: `rotate(${index * 45})` })),
  circle(0, 0, 14, palette.amber),
)

const beanie = group(
  { transform: 'translate(0 -14) translate(200 0) scale(1 .94) translate(-200 0)' },
  path('M92 136c0-76 44-112 108-112s108 36 108 112z', palette.red),
  path('M92 136c0-66 30-102 78-110-34 30-44 66-44 110z', palette.ink, { opacity: 0.16 }),
  rect(80, 118, 240, 42, palette.cream, { rx: 21 }),
  times(9, (index) => stroke(`M${104 + index * 24} 128v22`, '#e8d3ab', 5)),
  circle(200, 40, 22, palette.cream),
)

const scarf = group(
  {},
  path('M88 256c60 36 150 36 206 0 18 14 18 40 2 50-66 30-150 30-208 0-16-12-16-36 0-50z', palette.teal),
  path('M238 310l52-12 22 92-56 6z', palette.teal),
  path('M238 310l52-12 5 22-52 10z', palette.ink, { opacity: 0.2 }),
  stroke('M256 352l52-10M260 374l52-9', palette.mint, 8),
)

const sunHat = group(
  {},
  path('M100 108c0-60 36-90 90-90s90 30 90 90z', palette.cream),
  path('M100 108c0-52 22-80 58-88-26 26-32 54-32 88z', palette.ink, { opacity: 0.1 }),
  path('M98 88h184v24H98z', palette.coral),
  ellipse(190, 116, 142, 24, palette.cream),
  ellipse(190, 122, 112, 13, '#e3c996'),
)

const glasses = group(
  {},
  stroke('M252 152l-92-8', palette.ink, 9),
  rect(198, 132, 78, 54, palette.ink, { rx: 24 }),
  path('M214 144q10-8 26-4l-20 32q-10-12-6-28z', palette.sky, { opacity: 0.5 }),
)

function portrait(ground: string, glow: string, bird: string): string {
  return svg(SIZE, SIZE, rect(0, 0, SIZE, SIZE, ground), circle(200, 210, 168, glow), bird)
}

/** Each duck by its file name, without the ending. */
export const ducks: Readonly<Record<string, string>> = {
  'duck-1': portrait('#6fb6de', palette.sky, sideways('')),
  'duck-2': portrait('#86c9a8', palette.mint, facing(daisy)),
  'duck-3': portrait('#7f74bd', '#a59bd8', facing(beanie)),
  'members/guest': portrait(palette.coral, palette.peach, sideways(sunHat + glasses + scarf)),
}
