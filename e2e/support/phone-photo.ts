import sharp from 'sharp'

/** The pixels of 12 megapixels, as a phone's camera has them. */
const SIZE = { width: 4_032, height: 3_024 }

/** A photo as a phone sends it: 12 megapixels, 4 to 5 MB, on its side, with a place and a camera in its EXIF. */
export async function makePhonePhoto(seed: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  // Coarse grain as of leaves and stones, under a sky that is smooth.
  const grain = await sharp({
    create: { width: SIZE.width / 2, height: SIZE.height / 2, channels: 3, background: '#888', noise },
  })
    .resize(SIZE.width, SIZE.height, { kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { width, height } = SIZE
  const scene = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
      <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="hsl(${seed * 47} 60% 45%)"/><stop offset="1" stop-color="#fc9"/></linearGradient></defs>
      <rect width="100%" height="45%" fill="url(#sky)"/>
      <path d="M0 ${height * 0.45} L${width * 0.3} ${height * 0.25} L${width * 0.6} ${height * 0.5} L${width} ${height * 0.3} V${height} H0 Z" fill="#274" fill-opacity=".5"/>
      <text x="10%" y="90%" font-size="400" fill="#fff">${seed}</text>
    </svg>`,
  )
  const buffer = await sharp(grain)
    .composite([{ input: scene }])
    .withExif({
      IFD0: { Make: 'Quack', Model: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 17/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
  return { name: `IMG_${seed}.jpg`, mimeType: 'image/jpeg', buffer }
}
