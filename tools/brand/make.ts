import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

/**
 * `node tools/brand/make.ts` draws the icons and the share picture from the duck in web/public/favicon.svg. The files
 * are committed. Run it again only when the duck changes, and look at the result.
 */

const PUBLIC = new URL('../../web/public/', import.meta.url)
/** The background of the navigation in both themes, `--rail` of web/src/ui/tokens.css. */
const GROUND = '#0b0e13'
/** The side of the duck's SVG, in its units. */
const DUCK = 32

const duck = (await readFile(new URL('favicon.svg', PUBLIC), 'utf8')).replace(
  /^<svg[^>]*>|<\/svg>\s*$|<title>.*<\/title>/g,
  '',
)

/**
 * The duck in the centre of a square. @param share of the width for the duck @param radius of the corners, as a share
 */
function icon(size: number, share: number, radius: number): string {
  const scale = (size * share) / DUCK
  const offset = (size - DUCK * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="${GROUND}"/>
    <g transform="translate(${offset} ${offset}) scale(${scale})">${duck}</g>
  </svg>`
}

/** The duck's outline in white: phones show only the opacity of a picture beside their clock. */
function silhouette(size: number): string {
  const outline = duck.replaceAll(/fill="#[^"]*"/g, '')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 ${DUCK} ${DUCK}">
    <g fill="#ffffff">${outline}</g>
  </svg>`
}

/** The preview picture of pages that have no picture. */
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
  // Systems crop these to various shapes. The middle four fifths are always visible.
  'icons/maskable-512.png': icon(512, 0.56, 0),
  'icons/apple-touch-icon.png': icon(180, 0.68, 0),
  'icons/badge-96.png': silhouette(96),
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
