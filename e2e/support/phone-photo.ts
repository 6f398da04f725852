import sharp from 'sharp'

/** 12 megapixels, as of a phone's camera. */
const SIZE = { width: 4_032, height: 3_024 }

/** A photo like a phone's: 12 megapixels, 4 to 5 MB, rotated by EXIF, with location and camera in its EXIF. */
export async function makePhonePhoto(seed: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  // Fine grain, like leaves and stones, and coarse shapes that remain visible in a small picture.
  const [fine, coarse] = await Promise.all([grain(1.5), grain(24)])
  const { width, height } = SIZE
  const scene = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${seed * 47} 60% 45%)"/><stop offset="1" stop-color="#fc9"/></linearGradient></defs>
      <rect width="100%" height="100%" fill="url(#sky)" fill-opacity=".4"/>
      <path d="M0 ${height * 0.45} L${width * 0.3} ${height * 0.25} L${width * 0.6} ${height * 0.5} L${width} ${height * 0.3} V${height} H0 Z" fill="#274" fill-opacity=".5"/>
      <text x="10%" y="90%" font-size="400" fill="#fff">${seed}</text>
    </svg>`,
  )
  const buffer = await sharp(fine)
    .composite([{ input: coarse, blend: 'overlay' }, { input: scene }])
    .withExif({
      IFD0: { Make: 'Quack', Model: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 93 })
    .toBuffer()
  return { name: `IMG_${seed}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** Noise with grains of this width. */
function grain(pixels: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const [width, height] = [Math.round(SIZE.width / pixels), Math.round(SIZE.height / pixels)]
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .resize({ ...SIZE, fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
}
