import type { Post } from '@quack/contract'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'

/** @returns the problem of media as they are served; `nothing` if they are missing; null if they are complete */
export async function findHalf(
  address: string,
  { mediaUrl, type, media }: Pick<Post, 'mediaUrl' | 'type' | 'media'>,
): Promise<string | null> {
  if (type === 'image') {
    for (const width of [400, 660, 1_060]) {
      const problem = await findHalfPicture(`${address}${mediaUrl}?w=${width}`)
      if (problem !== null) return problem
    }
    return null
  }
  if (media?.poster) {
    const problem = await findHalfPicture(address + media.poster)
    if (problem !== null) return problem
  }
  const response = await fetch(address + mediaUrl)
  const bytes = Buffer.from(await response.arrayBuffer())
  // Before its conversion, a video has only its poster.
  if (response.status === 404) return media?.state === 'ready' ? 'nothing' : null
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryVideoTrack()
    const statistics = await track?.computePacketStats()
    return statistics && statistics.packetCount > 40 ? null : `${mediaUrl} is half a video`
  } catch (error) {
    return `${mediaUrl} cannot be read: ${error}`
  } finally {
    input.dispose()
  }
}

async function findHalfPicture(url: string): Promise<string | null> {
  const response = await fetch(url, { headers: { accept: 'image/webp' } })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (response.status === 404) return 'nothing'
  if (response.status !== 200) return `${url} answered ${response.status}`
  return sharp(bytes, { failOn: 'truncated' })
    .stats()
    .then(() => null)
    .catch((error: Error) => `${url} is half a picture: ${error.message}`)
}
