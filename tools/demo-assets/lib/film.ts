import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { report, toPng } from './render.ts'

/**
 * H.264 that every browser plays, with the index in front. Bit-exact and on one thread, so that the same frames give
 * the same file.
 */
const ENCODING =
  '-c:v libx264 -preset veryslow -tune animation -crf 21 -threads 1 -pix_fmt yuv420p ' +
  '-vf scale=out_color_matrix=bt709:out_range=tv -colorspace bt709 -color_primaries bt709 -color_trc bt709 ' +
  '-an -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart'

/** Encodes frames, given as SVG text, to an MP4 file, which appears when it is complete. Needs ffmpeg on the PATH. */
export async function writeMp4(frames: Iterable<string>, framesPerSecond: number, file: URL): Promise<void> {
  const target = fileURLToPath(file)
  const folder = await mkdtemp(join(tmpdir(), 'quack-film-'))
  const draft = join(folder, 'film.mp4')
  const input = ['-f', 'image2pipe', '-c:v', 'png', '-r', String(framesPerSecond), '-i', '-']
  const ffmpeg = spawn('ffmpeg', ['-y', '-v', 'error', ...input, ...ENCODING.split(' '), draft], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const closed = once(ffmpeg, 'close')
  for (const frame of frames) {
    if (!ffmpeg.stdin.write(await toPng(frame))) await once(ffmpeg.stdin, 'drain')
  }
  ffmpeg.stdin.end()
  const [status] = await closed
  if (status !== 0) throw new Error(`ffmpeg ended with status ${status} on ${target}`)
  await copyFile(draft, target)
  await rm(folder, { recursive: true })
  await report(target, 'H.264')
}
