import { palette } from '../lib/palette.ts'
import { rubberDuck } from '../lib/rubber-duck.ts'
import { circle, ellipse, group, linear, path, rect, round, stroke, times } from '../lib/svg.ts'
import { stippled } from '../lib/texture.ts'
import { type Video, wave } from './video.ts'

const [WIDTH, HEIGHT] = [640, 360]

interface Swell {
  base: number
  height: number
  length: number
  /** Whole wavelengths it moves on in one loop; below zero it runs to the right. */
  runs: number
}

const SWELLS: Record<'far' | 'middle' | 'near' | 'front', Swell> = {
  far: { base: 206, height: 5, length: 160, runs: 1 },
  middle: { base: 228, height: 9, length: 260, runs: -1 },
  near: { base: 252, height: 14, length: 380, runs: 1 },
  front: { base: 300, height: 17, length: 460, runs: 1 },
}

const surface = ({ base, height, length, runs }: Swell, x: number, time: number) =>
  base + height * wave(x / length + runs * time) + height * 0.22 * wave((2.6 * x) / length - runs * time)

function crest(swell: Swell, time: number): string {
  const points = Array.from(
    { length: 67 },
    (_, index) => `${index * 10 - 10} ${round(surface(swell, index * 10 - 10, time))}`,
  )
  return `M${points.join('L')}`
}

const sea = (swell: Swell, time: number, fill: string, foam: number) =>
  path(`${crest(swell, time)}L${WIDTH + 10} ${HEIGHT}H-10z`, fill) +
  stroke(crest(swell, time), palette.white, 3, { opacity: foam })

const lighthouse = group(
  { transform: 'translate(96 132)' },
  path('M-70 84C-50 52-14 40 22 46s50 20 66 38z', '#5f9a86'),
  path('M-70 84C-50 52-14 40 22 46c-40 6-60 20-72 38z', '#86b89b'),
  path('M-12 46l6-70h20l6 70z', palette.white),
  path('M-10 22l2-22h24l2 22z', palette.red),
  rect(-9, -38, 26, 15, palette.butter),
  path('M-12-38L4-54 20-38z', palette.red),
)

const gull = (x: number, y: number, flap: number) =>
  stroke(`M${x} ${y}q8-${round(6 + flap)} 15 0q7-${round(6 + flap)} 15 0`, palette.white, 3)

export const duckWaves: Video = {
  name: 'duck-waves',
  width: WIDTH,
  height: HEIGHT,
  seconds: 5,
  gradients: [
    linear('sky', [
      [0, '#6cb4dc'],
      [0.55, '#bfe3ea'],
      [1, palette.cream],
    ]),
    linear('front', [
      [0, '#2a8ba0'],
      [1, '#164f6d'],
    ]),
  ],
  frame(time) {
    const x = 336 + 16 * wave(time)
    const slope = (surface(SWELLS.near, x + 40, time) - surface(SWELLS.near, x - 40, time)) / 80
    const y = surface(SWELLS.near, x, time) - 16
    return [
      rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
      circle(500, 78, 62, palette.white, { opacity: 0.35 }),
      circle(500, 78, 42, '#fff6d0'),
      group(
        { transform: `translate(${round(14 * wave(time + 0.2))} 0)` },
        path('M214 92c8-18 38-18 46-4 12-12 38-6 40 10 16-2 24 8 22 14H200c-6-8 2-20 14-20z', palette.white, {
          opacity: 0.92,
        }),
        path('M566 150c6-10 26-10 32-2 8-8 26-4 28 6 10 0 16 6 14 10h-82c-4-6 0-14 8-14z', palette.white, {
          opacity: 0.8,
        }),
      ),
      gull(290, 62 + 3 * wave(time), 3 * wave(time * 5)),
      gull(332, 46 + 3 * wave(time + 0.3), 3 * wave(time * 5 + 0.4)),
      lighthouse,
      sea(SWELLS.far, time, '#86c7cf', 0.35),
      sea(SWELLS.middle, time, '#5fb0c0', 0.4),
      sea(SWELLS.near, time, '#3f9ab0', 0),
      group(
        { transform: `translate(${round(x)} ${round(y)}) rotate(${round(slope * 50)})` },
        rubberDuck(5 * wave(time * 2 + 0.15)),
      ),
      ellipse(x, surface(SWELLS.near, x, time) + 40, 96, 12, '#2a7f96', { opacity: 0.55 }),
      path(`${crest({ ...SWELLS.near, base: SWELLS.near.base + 22 }, time)}L${WIDTH + 10} ${HEIGHT}H-10z`, '#3794ab'),
      stroke(crest({ ...SWELLS.near, base: SWELLS.near.base + 22 }, time), palette.white, 3, { opacity: 0.55 }),
      sea(SWELLS.front, time, 'url(#front)', 0.7),
      times(7, (index) => {
        const at = 30 + index * 92
        return stroke(
          `M${at} ${round(surface(SWELLS.front, at, time) + 20 + (index % 3) * 9)}q16 6 34 0`,
          palette.mint,
          3,
          { opacity: 0.55 },
        )
      }),
      stippled('#0d3550', 0.5, rect(0, 320, WIDTH, 40, 'url(#fade-down)')),
    ]
  },
}
