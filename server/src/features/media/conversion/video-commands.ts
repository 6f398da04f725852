/** FFmpeg's arguments. The input format is always given, so that a file cannot pose as a playlist of other files. */
export type Container = 'mp4' | 'webm'

interface Job {
  readonly file: string
  readonly target: string
  readonly container: Container
  readonly width: number
  readonly height: number
  /** In seconds. */
  readonly duration: number
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

/** H.264 and AAC in MP4, with the index in front. Metadata and other tracks are dropped. */
export function conversionOf({ file, target, container, width, height, duration }: Job): string[] {
  const rate = Math.round(Math.min(RATE_MAX, BITS_MAX / Math.max(1, duration)))
  return [
    ...['-f', DEMUXERS[container], '-i', file, '-map', '0:v:0', '-map', '0:a:0?', '-map_metadata', '-1'],
    ...['-map_chapters', '-1', '-sn', '-dn', '-filter_threads', '1', '-fpsmax', '30'],
    ...['-vf', `scale=${width}:${height}:flags=bicubic,setsar=1,format=yuv420p`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-crf', '24'],
    ...['-maxrate', `${rate}`, '-bufsize', `${2 * rate}`, '-threads', '1'],
    // Keeps few frames in memory.
    ...['-x264-params', 'rc-lookahead=3:sync-lookahead=0:ref=1:bframes=0'],
    ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-movflags', '+faststart', '-fflags', '+bitexact', '-f', 'mp4'],
    target,
  ]
}

/** One frame shortly after the start, because many videos start black. */
export function posterOf({ file, target, container, width, height, duration }: Job): string[] {
  const size = convertedSize({ width, height })
  return [
    ...['-ss', String(Math.min(1, duration / 4)), '-f', DEMUXERS[container], '-i', file, '-map', '0:v:0'],
    ...['-frames:v', '1', '-filter_threads', '1', '-vf', `scale=${size.width}:${size.height},setsar=1,format=rgb24`],
    ...['-c:v', 'png', '-compression_level', '1', '-f', 'image2', target],
  ]
}
