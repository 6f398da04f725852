import { setTimeout as wait } from 'node:timers/promises'
import { ERRORS } from '@quack/contract'
import { patient } from '@quack/testing/patience'
import sharp from 'sharp'
import type { Entry, Outcome } from './entry.ts'
import { FILMS } from './films.ts'
import { HOSTILE } from './hostile.ts'
import { CORNERS, PICTURES } from './pictures.ts'
import { SECRET_PLACE, SECRET_TITLE } from './videos.ts'
import { mainThreadCpuMs, memoryOf, watchServer } from './watch.ts'

export const SET: readonly Entry[] = [...PICTURES, ...HOSTILE, ...FILMS]

export interface Result {
  readonly name: string
  /** The difference from the expected outcome; empty if there is none. */
  readonly problem: string
  /** The maximum memory that it added to the server, in bytes. */
  readonly memory: number
  /** The longest health check meanwhile, in milliseconds; 0 without any. */
  readonly delay: number
  /** CPU time of the server's main thread meanwhile, in milliseconds. */
  readonly mainCpu: number
  /** The time until its outcome, in milliseconds. */
  readonly took: number
}

/**
 * Sends the files to a server, one after the other, and compares each outcome with the expected one.
 * @param isAsked whether other requests are sent meanwhile, to measure how long they wait
 */
export async function runSet(
  server: { pid: number; address: string; token: string },
  set: readonly Entry[],
  isAsked: boolean,
): Promise<Result[]> {
  const watch = watchServer(server.pid, isAsked ? server.address : null)
  const results: Result[] = []
  for (const entry of set) {
    const file = await entry.make()
    watch.take()
    // The memory of child processes is attributed to the file.
    const before = memoryOf(server.pid)
    const cpuBefore = mainThreadCpuMs(server.pid)
    const start = performance.now()
    const problem = await tryOne(server, entry, file).catch((error: unknown) => String(error))
    const took = performance.now() - start
    const { memory, delay } = watch.take()
    const mainCpu = mainThreadCpuMs(server.pid) - cpuBefore
    results.push({ name: entry.name, problem, memory: Math.max(0, memory - before), delay, mainCpu, took })
  }
  await watch.stop()
  return results
}

interface Media {
  readonly url: string
  readonly type: string
  readonly width: number
  readonly height: number
  readonly poster: string
  readonly state: string
}

/** Sends a file, and compares its outcome with the expected one. @returns the difference; empty if there is none */
export async function tryOne(server: { address: string; token: string }, entry: Entry, file: Buffer): Promise<string> {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(file)], entry.fileName ?? 'file', { type: entry.mime ?? '' }))
  const headers = { authorization: server.token }
  const url = `${server.address}/api/media${entry.isAvatar ? '?for=avatar' : ''}`
  const response = await fetch(url, { method: 'POST', body: form, headers })
  const body = (await response.json()) as { media?: Media; errors?: string[] }
  const { outcome } = entry
  if ('refused' in outcome) {
    const { status, message } = ERRORS[outcome.refused]
    return response.status === status && body.errors?.[0] === message
      ? ''
      : `${response.status} ${JSON.stringify(body)}`
  }
  if (!body.media) return `${response.status} ${JSON.stringify(body)}`
  return 'image' in outcome ? checkImage(server, outcome, body.media) : checkVideo(server, outcome, body.media)
}

type ImageOutcome = Extract<Outcome, { image: unknown }>
type VideoOutcome = Extract<Outcome, { video: unknown }>

async function checkImage({ address }: { address: string }, outcome: ImageOutcome, media: Media): Promise<string> {
  const [width, height] = outcome.image
  if (media.type !== 'image' || media.width !== width || media.height !== height) return JSON.stringify(media)
  const served = await get(address, `${media.url}?w=660`, { accept: 'image/webp' })
  const metadata = await sharp(served).metadata()
  if (metadata.exif || metadata.xmp || metadata.iptc || hasSecrets(served)) return 'it says more than its pixels'
  if ((metadata.pages ?? 1) !== (outcome.frames ?? 1)) return `it has ${metadata.pages} frames`
  return outcome.upright ? checkCorners(served) : ''
}

async function checkCorners(served: Buffer): Promise<string> {
  const { data, info } = await sharp(served).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const wrong = CORNERS.filter((colour, index) => {
    const x = Math.round(info.width * (index % 2 === 0 ? 0.25 : 0.75))
    const y = Math.round(info.height * (index < 2 ? 0.25 : 0.75))
    const at = 3 * (y * info.width + x)
    return colour.some((part, channel) => Math.abs(part - (data[at + channel] ?? 0)) > 30)
  })
  return wrong.length === 0 ? '' : 'it does not stand upright, or has other colours'
}

/** Longer than any conversion, in milliseconds. */
const CONVERTED_MS = patient(60_000)

async function checkVideo(
  server: { address: string; token: string },
  outcome: VideoOutcome,
  media: Media,
): Promise<string> {
  const [width, height] = outcome.video
  const state = outcome.converted ? 'converting' : 'ready'
  if (media.type !== 'video' || media.width !== width || media.height !== height || media.state !== state) {
    return JSON.stringify(media)
  }
  if (outcome.converted) await untilServed(server.address + media.url)
  const poster = await sharp(await get(server.address, media.poster, {})).metadata()
  if (poster.width !== Math.min(400, width)) return `its poster is ${poster.width} wide`
  const served = await get(server.address, media.url, {})
  if (hasSecrets(served)) return 'it says where it was taken'
  const [index, data] = [served.indexOf('moov'), served.indexOf('mdat')]
  return index > 0 && index < data ? '' : 'its index is not in front'
}

async function untilServed(url: string): Promise<void> {
  for (const end = Date.now() + CONVERTED_MS; Date.now() < end; await wait(100)) {
    const { status } = await fetch(url, { method: 'HEAD' })
    if (status === 200) return
  }
  throw new Error('it was not converted')
}

async function get(address: string, path: string, headers: Record<string, string>): Promise<Buffer> {
  const response = await fetch(address + path, { headers })
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
  if (response.headers.get('x-content-type-options') !== 'nosniff') throw new Error(`${path} may be sniffed`)
  return Buffer.from(await response.arrayBuffer())
}

function hasSecrets(file: Buffer): boolean {
  return [SECRET_PLACE.slice(0, 8), SECRET_TITLE, 'alert(', 'PK\x03\x04', '<?php'].some((secret) =>
    file.includes(secret),
  )
}
