/** FFmpeg's arguments. The input format is always given, so that a file cannot pose as a playlist of other files. */
export type Container = 'mp4' | 'webm'

export interface Source {
  readonly file: string
  readonly container: Container
}

interface Job extends Source {
  readonly target: string
  readonly width: number
  readonly height: number
  /** In seconds. */
  readonly duration: number
  /** The filters that make its colours ordinary (tone-map.ts). */
  readonly toneMap: readonly string[]
}

const DEMUXERS: Readonly<Record<Container, string>> = { mp4: 'mov', webm: 'matroska' }
/** The longer side of a converted video, in pixels. */
const SIDE_MAX = 1_280
const RATE_MAX = 2_500_000
/** A converted video should not be much larger than this, in bits. */
const BITS_MAX = 64 * 8_000_000

/** The size of a converted video. Both sides are even, as the encoder requires. */
export function convertedSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const even = (length: number) => Math.max(2, 2 * Math.round((length * scale) / 2))
  return { width: even(width), height: even(height) }
}

/** The picture of a video alone. */
export function inputOf({ file, container }: Source): string[] {
  return ['-f', DEMUXERS[container], '-i', file, '-map', '0:v:0', '-map_metadata', '-1']
}

/** H.264 and AAC in MP4, with the index in front. Metadata and other tracks are dropped. */
export function conversionOf({ target, width, height, duration, toneMap, ...source }: Job): string[] {
  const rate = Math.round(Math.min(RATE_MAX, BITS_MAX / Math.max(1, duration)))
  return [
    ...[...inputOf(source), '-map', '0:a:0?'],
    ...['-map_chapters', '-1', '-sn', '-dn', '-filter_threads', '1', '-fpsmax', '30'],
    // Scaled first: in linear light, a frame needs eight times the memory.
    ...['-vf', [`scale=${width}:${height}:flags=bicubic`, ...toneMap, 'setsar=1', 'format=yuv420p'].join()],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '24'],
    ...['-maxrate', `${rate}`, '-bufsize', `${2 * rate}`, '-threads', '1'],
    // Keeps few frames in memory.
    ...['-x264-params', 'rc-lookahead=3:sync-lookahead=0:ref=1:bframes=0'],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4'],
    target,
  ]
}

/** One frame shortly after the start, because many videos start black. */
export function posterOf({ target, width, height, duration, toneMap, ...source }: Job): string[] {
  const size = convertedSize({ width, height })
  return [
    ...['-ss', String(Math.min(1, duration / 4)), ...inputOf(source), '-frames:v', '1', '-filter_threads', '1'],
    ...['-vf', [`scale=${size.width}:${size.height}`, ...toneMap, 'setsar=1', 'format=rgb24'].join()],
    ...['-c:v', 'png', '-compression_level', '1', '-f', 'image2', target],
  ]
}
