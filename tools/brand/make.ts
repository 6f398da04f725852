import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * Draws the icons and the share picture from the duck in web/public/favicon.svg: `node tools/brand/make.ts`. What it
 * makes is committed; run it again, and look at the result, only when the duck changes.
 */

const PUBLIC = new URL('../../web/public/', import.meta.url)
/** The ground of the navigation in both themes, `--rail` of web/src/ui/tokens.css. */
const GROUND = '#0b0e13'
/** The duck's own box, in its units. */
const DUCK = 32

const duck = (await readFile(new URL('favicon.svg', PUBLIC), 'utf8')).replace(
  /^<svg[^>]*>|<\/svg>\s*$|<title>.*<\/title>/g,
  '',
)

/** The duck in the middle of a square: `share` of the width is his. `radius` rounds the corners, as a part of the width. */
function icon(size: number, share: number, radius: number): string {
  const scale = (size * share) / DUCK
  const offset = (size - DUCK * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${GROUND}"/>
    <g transform="translate(${offset} ${offset}) scale(${scale})">${duck}</g>
  </svg>`
}

/** What other sites show of a page without a picture of its own. */
function sharePicture(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="${GROUND}"/>
    <g transform="translate(150 165) scale(9.4)">${duck}</g>
    <text x="510" y="380" font-family="Liberation Sans, Arial, sans-serif" font-weight="700" font-size="190" letter-spacing="-6" fill="#ffffff">Quack</text>
  </svg>`
}

const PICTURES: Readonly<Record<string, string>> = {
  'icons/icon-192.png': icon(192, 0.72, 0.22),
  'icons/icon-512.png': icon(512, 0.72, 0.22),
  // Systems cut these to a shape of their own: all within the middle four fifths is safe.
  'icons/maskable-512.png': icon(512, 0.56, 0),
  'icons/apple-touch-icon.png': icon(180, 0.68, 0),
  'icons/share.png': sharePicture(),
}

for (const [name, picture] of Object.entries(PICTURES)) {
  const target = fileURLToPath(new URL(name, PUBLIC))
  await mkdir(dirname(target), { recursive: true })
  await writeFile(
    target,
    await sharp(Buffer.from(picture)).png({ palette: true, compressionLevel: 9, effort: 10 }).toBuffer(),
  )
  console.log(`${((await stat(target)).size / 1024).toFixed(1)} KB  ${name}`)
}
