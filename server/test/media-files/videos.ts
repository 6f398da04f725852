import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The location in the metadata of the tests' videos. */
export const SECRET_PLACE = '+48.8577+002.2950/'
export const SECRET_TITLE = 'quack-secret-title'

interface VideoOptions {
  readonly size?: string
  readonly seconds?: number
  /** Frames per second. */
  readonly rate?: number
  readonly sound?: boolean
  readonly picture?: boolean
  /** FFmpeg's output options. */
  readonly output: readonly string[]
  readonly ending: 'mp4' | 'mov' | 'webm' | 'mkv'
}

export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'] as const
export const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'] as const

/** The brightness of the grey of `hdr`, of 255, if its samples are taken for those of ordinary video. */
export const HDR_GREY = 148

/**
 * A grey: in PQ of 203 nits, which is the white of a page in HDR; in HLG of 77.
 * @param transfer smpte2084 for PQ, arib-std-b67 for HLG
 */
export function hdr(transfer: 'smpte2084' | 'arib-std-b67', { isTold = true } = {}): string[] {
  const told = isTold ? ':colorprim=bt2020:colormatrix=bt2020nc' : ''
  return [
    ...['-vf', 'format=yuv420p10le,lutyuv=y=573:u=512:v=512', '-c:v', 'libx265', '-preset', 'ultrafast'],
    ...['-x265-params', `log-level=none:transfer=${transfer}${told}`, '-tag:v', 'hvc1'],
  ]
}

/** The same grey with eight bits in H.264, which every browser plays. Only its frames tell their colours. */
export function plainHdr(transfer: 'smpte2084' | 'arib-std-b67'): string[] {
  const told = `transfer=${transfer}:colorprim=bt2020:colormatrix=bt2020nc`
  return ['-vf', 'format=yuv420p,lutyuv=y=143:u=128:v=128', ...H264, '-x264-params', told]
}

/**
 * One thread: with more, each spins while it waits for another, which takes ten times the CPU time on a busy machine.
 */
export const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1'] as const
export const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1'] as const
export const AAC = ['-c:a', 'aac'] as const
export const OPUS = ['-c:a', 'libopus'] as const

/** The colours of a video file, as a player is told of them. */
export async function readColours(file: string): Promise<string[]> {
  const entries = 'stream=pix_fmt,color_space,color_transfer,color_primaries'
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    entries,
    '-of',
    'csv=p=0',
    file,
  ])
  return stdout.trim().split(',')
}

/** A moving test picture with a tone, and with a location and a title in its metadata. */
export async function makeVideo(options: VideoOptions): Promise<Buffer> {
  const { size = '320x180', seconds = 1, rate = 25, sound = true, picture = true, output, ending } = options
  const directory = await mkdtemp(join(tmpdir(), 'quack-video-'))
  const file = join(directory, `video.${ending}`)
  const inputs = [
    ...(picture ? ['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`] : []),
    ...(sound ? ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`] : []),
  ]
  const tags = ['-metadata', `location=${SECRET_PLACE}`, '-metadata', `title=${SECRET_TITLE}`]
  try {
    await run('ffmpeg', ['-loglevel', 'error', '-y', ...inputs, ...output, ...tags, file])
    return await readFile(file)
  } finally {
    await rm(directory, { recursive: true })
  }
}
