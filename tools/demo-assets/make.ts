import { ducks } from './avatars/ducks.ts'
import { members, presets } from './avatars/members.ts'
import { AVATARS, writeWebp } from './lib/render.ts'

/** Draws the demo's avatars, pictures and videos. Names as arguments make those alone; README.md says more. */

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))

for (const [name, picture] of Object.entries({ ...ducks, ...members, ...presets })) {
  if (isWanted(name)) await writeWebp(picture, new URL(`${name}.webp`, AVATARS), 82)
}
