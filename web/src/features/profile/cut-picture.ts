/** A part of a picture that was turned, in its pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Cut {
  readonly area: Area
  /** Clockwise, in degrees. */
  readonly rotation: number
}

const TYPES = ['image/jpeg', 'image/png'] as const
const QUALITY = 0.92

/** The frame around a picture that was turned. */
export function turnedSize(width: number, height: number, rotation: number): { width: number; height: number } {
  const angle = (rotation * Math.PI) / 180
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))]
  return { width: cosine * width + sine * height, height: sine * width + cosine * height }
}

/**
 * Cuts a part out of a picture, at most `maxWidth` pixels wide. A JPEG stays one; all else becomes a PNG.
 * @throws if the browser cannot decode the file
 */
export async function cutPicture(file: File, { area, rotation }: Cut, maxWidth: number): Promise<File> {
  const picture = new Image()
  const url = URL.createObjectURL(file)
  try {
    picture.src = url
    await picture.decode()
    const { naturalWidth: width, naturalHeight: height } = picture
    const scale = Math.min(1, maxWidth / area.width)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(area.width * scale))
    canvas.height = Math.max(1, Math.round(area.height * scale))
    const context = canvas.getContext('2d')
    if (!context) throw new Error('There is no canvas.')
    const turned = turnedSize(width, height, rotation)
    context.imageSmoothingQuality = 'high'
    context.scale(scale, scale)
    context.translate(turned.width / 2 - area.x, turned.height / 2 - area.y)
    context.rotate((rotation * Math.PI) / 180)
    context.drawImage(picture, -width / 2, -height / 2)
    const type = file.type === TYPES[0] ? TYPES[0] : TYPES[1]
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
    if (!blob) throw new Error('The picture is too large.')
    return new File([blob], file.name, { type })
  } finally {
    URL.revokeObjectURL(url)
  }
}
