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
/** One thread: with more, each spins while it waits for another, which takes ten times the CPU time on a busy machine. */
export const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1'] as const
export const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-threads', '1'] as const
export const AAC = ['-c:a', 'aac'] as const
export const OPUS = ['-c:a', 'libopus'] as const

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
