import { palette } from './palette.ts'
import { circle, ellipse, group, path, stroke } from './svg.ts'

const SHADE = '#e39a1c'
const BODY = 'M-66-6c-14-4-26-14-34-28-6 40 10 84 52 92h84c40-8 56-50 40-84-10-20-34-28-56-20-34 14-58 46-86 40z'

/** A rubber duck about 190 wide that looks to the right, its waterline near y = 44; `nod` turns its head, in degrees. */
export function rubberDuck(nod: number): string {
  return [
    path(BODY, palette.duck),
    path('M-98-22c-2 36 16 72 50 80h84c22-4 36-18 42-36-60 34-146 20-176-44z', SHADE, { opacity: 0.65 }),
    group(
      { transform: `rotate(${nod} 34 -30)` },
      path('M84-70c20-8 40-2 50 10-8 12-30 18-48 12z', palette.bill),
      path('M88-56c14 6 30 4 42-2-4 12-26 20-42 12z', '#c95f2b'),
      circle(44, -70, 50, palette.duck),
      path('M-4-76c-4 30 18 56 48 56 14 0 26-5 35-14-36 8-66-6-83-42z', SHADE, { opacity: 0.55 }),
      path('M30-116q-4-16 6-26 4 8 12 10 8-8 16-6 0 14-10 22z', palette.duck),
      circle(64, -84, 8, palette.ink),
      circle(67, -87, 2.8, palette.white),
      ellipse(52, -58, 11, 7, palette.coral, { opacity: 0.5 }),
    ),
    path('M-40 2c14-22 54-26 76-6-8 30-34 40-54 36-14-2-24-14-22-30z', '#ffd75e'),
    stroke('M-40 2c-2 16 8 28 22 30 20 4 46-6 54-36', SHADE, 5),
  ].join('')
}
