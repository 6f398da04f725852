/** Whether a picture moves, by the beginning of its file. Every GIF counts as one that does. */
export async function moves(file: Blob): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 24).arrayBuffer())
  const text = new TextDecoder('latin1').decode(head)
  return text.startsWith('GIF8') || isAnimatedWebp(head) || text.startsWith('ftypavis', 4) || isAnimatedPng(file)
}

/** @param head at least 21 bytes: the flags of an extended WebP are in the last one */
export const isAnimatedWebp = (head: Uint8Array): boolean =>
  String.fromCharCode(...head.subarray(8, 16)) === 'WEBPVP8X' && ((head[20] ?? 0) & 0x02) !== 0

/** Chunks that may come before the first pixels. A file with more is no ordinary picture. */
const CHUNKS_MAX = 200
const SIGNATURE = '89504e470d0a1a0a'

/**
 * Whether a file is a PNG with several frames: one with the chunk `acTL` before its pixels. Only the heads of chunks
 * are read, because a colour profile before it may be large.
 */
export async function isAnimatedPng(file: Blob): Promise<boolean> {
  const signature = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  if (Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('') !== SIGNATURE) return false
  let start = 8
  for (let count = 0; count < CHUNKS_MAX; count++) {
    const head = await file.slice(start, start + 8).arrayBuffer()
    if (head.byteLength < 8) return false
    const kind = new TextDecoder().decode(head.slice(4))
    if (kind === 'acTL') return true
    if (kind === 'IDAT' || kind === 'IEND') return false
    // The length, the kind and the checksum have four bytes each.
    start += new DataView(head).getUint32(0) + 12
  }
  return false
}
