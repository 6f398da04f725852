import { ducks } from './avatars/ducks.ts'
import { members, presets } from './avatars/members.ts'
import { writeMp4 } from './lib/film.ts'
import { AVATARS, MEDIA, writeWebp } from './lib/render.ts'
import { scenes } from './scenes/all.ts'
import { toSvg } from './scenes/scene.ts'
import { videos } from './videos/all.ts'
import { FRAMES_PER_SECOND, frames } from './videos/video.ts'

/** Draws the demo's avatars, pictures and videos. Arguments select those whose names contain them (README.md). */

const AVATAR_KB = 15
const PICTURE_KB = 118

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part))

for (const [name, picture] of Object.entries({ ...ducks, ...members, ...presets })) {
  if (isWanted(name)) await writeWebp(picture, new URL(`${name}.webp`, AVATARS), AVATAR_KB)
}
for (const scene of scenes) {
  if (isWanted(scene.name)) await writeWebp(toSvg(scene), new URL(`${scene.name}.webp`, MEDIA), PICTURE_KB)
}
for (const video of videos) {
  if (isWanted(video.name)) await writeMp4(frames(video), FRAMES_PER_SECOND, new URL(`${video.name}.mp4`, MEDIA))
}
