import { circle, path, random, round } from './svg.ts'

/** Shapes that several pictures use. */

type Joint = readonly [x: number, y: number, radius: number]

/** A chain of tapering round-ended pieces: an arm, a leg, a tail. */
export function limb(fill: string, ...joints: Joint[]): string {
  return joints
    .map((joint, index) => {
      const next = joints[index + 1]
      return circle(joint[0], joint[1], joint[2], fill) + (next ? taper(joint, next, fill) : '')
    })
    .join('')
}

function taper([x1, y1, r1]: Joint, [x2, y2, r2]: Joint, fill: string): string {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1
  const [nx, ny] = [-(y2 - y1) / length, (x2 - x1) / length]
  const corner = (x: number, y: number, r: number) => `${round(x + nx * r)} ${round(y + ny * r)}`
  return path(`M${corner(x1, y1, r1)}L${corner(x2, y2, r2)} ${corner(x2, y2, -r2)} ${corner(x1, y1, -r1)}z`, fill)
}

/** A smooth line through points, as the text of a path without its start. */
export function smooth(points: readonly (readonly [number, number])[]): string {
  return points
    .slice(1)
    .map(([x, y], index) => {
      const [px, py] = points[index] ?? [x, y]
      const middle = round((px + x) / 2)
      return `C${middle} ${round(py)} ${middle} ${round(y)} ${round(x)} ${round(y)}`
    })
    .join('')
}

/** The path of rolling land across a picture, from its ridge down to `bottom`. */
export function hills(seed: number, width: number, top: number, height: number, count: number, bottom: number): string {
  const next = random(seed)
  const points = Array.from(
    { length: count + 1 },
    (_, index) => [(index / count) * width, top + next() * height] as const,
  )
  const [first] = points
  return `M0 ${bottom}L0 ${round(first?.[1] ?? top)}${smooth(points)}L${width} ${bottom}z`
}

/** A mountain's lit side, its shaded side and its snow, each as a path; the foot is at `bottom`. */
export function mountain(x: number, y: number, width: number, bottom: number) {
  const high = bottom - y
  const at = (dx: number, dy: number) => `${round(x + dx * width)} ${round(y + dy * high)}`
  const ridge = `${at(0.03, 0.16)} ${at(-0.03, 0.3)} ${at(0.06, 0.5)} ${at(0, 0.7)} ${at(0.08, 1)}`
  const left = `${at(-0.13, 0.24)} ${at(-0.19, 0.3)} ${at(-0.32, 0.62)} ${at(-0.4, 0.7)} ${at(-0.58, 1)}`
  const right = `${at(0.1, 0.22)} ${at(0.18, 0.33)} ${at(0.27, 0.58)} ${at(0.38, 0.68)} ${at(0.56, 1)}`
  const snow = `M${at(0, 0)}L${at(-0.13, 0.24)} ${at(-0.17, 0.28)} ${at(-0.1, 0.32)} ${at(-0.07, 0.25)} ${at(-0.03, 0.36)}`
  return {
    whole: `M${at(0, 0)}L${left}L${at(0.56, 1)}L${reversed(right)}z`,
    shade: `M${at(0, 0)}L${right}L${reversed(ridge)}z`,
    snow: `${snow} ${at(0.03, 0.26)} ${at(0.07, 0.35)} ${at(0.11, 0.27)} ${at(0.15, 0.3)} ${at(0.1, 0.22)}z`,
  }
}

/** A row of "x y x y …" from its last point to its first. */
function reversed(points: string): string {
  const numbers = points.split(' ')
  return Array.from({ length: numbers.length / 2 }, (_, pair) => numbers.slice(pair * 2, pair * 2 + 2).join(' '))
    .reverse()
    .join(' ')
}

/** A fir of so many tiers, standing on (x, y). */
export function fir(x: number, y: number, height: number, fill: string): string {
  const tiers = 5
  let d = `M${round(x)} ${round(y - height)}`
  for (let tier = 1; tier <= tiers; tier++) {
    const down = y - height + (height * 0.92 * tier) / tiers
    const half = height * 0.055 * (tier + 0.6)
    d += `L${round(x + half)} ${round(down)} ${round(x + half * 0.5)} ${round(down - height * 0.015)}`
  }
  d += `L${round(x + height * 0.02)} ${round(y)} ${round(x - height * 0.02)} ${round(y)}`
  for (let tier = tiers; tier >= 1; tier--) {
    const down = y - height + (height * 0.92 * tier) / tiers
    const half = height * 0.055 * (tier + 0.6)
    d += `L${round(x - half * 0.5)} ${round(down - height * 0.015)} ${round(x - half)} ${round(down)}`
  }
  return path(`${d}z`, fill)
}
