import { ducks } from './avatars/ducks.ts'
import { members, presets } from './avatars/members.ts'
import { AVATARS, MEDIA, writeWebp } from './lib/render.ts'
import { scenes } from './scenes/all.ts'
import { toSvg } from './scenes/scene.ts'

/** Draws the demo's avatars, pictures and videos. Parts of names as arguments make those alone; README.md says more. */

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))

for (const [name, picture] of Object.entries({ ...ducks, ...members, ...presets })) {
  if (isWanted(name)) await writeWebp(picture, new URL(`${name}.webp`, AVATARS), 15)
}
for (const scene of scenes) {
  if (isWanted(scene.name)) await writeWebp(toSvg(scene), new URL(`${scene.name}.webp`, MEDIA), 118)
}
