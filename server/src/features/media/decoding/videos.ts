import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { MediaRefusal } from './media-refusal.ts'

/** Limits for accepted videos: seconds, and pixels of a frame (slightly more than 4K). */
export const DURATION_MAX = 600
export const FRAME_PIXELS_MAX = 4_096 * 2_304

export interface VideoFacts {
  /** The displayed size, in pixels. */
  readonly width: number
  readonly height: number
  /** In seconds. */
  readonly duration: number
  readonly container: 'mp4' | 'webm'
  /** Whether every current browser plays it: H.264 and AAC in MP4, VP8 or VP9 with Opus or Vorbis in WebM. */
  readonly isPlayable: boolean
  /** Whether its samples are those of PQ or HLG. Browsers differ in how they show them, above all with eight bits. */
  readonly isHighRange: boolean
}

/** Properties of a video, from its index. @throws MediaRefusal mediaUnreadable, mediaTypeRefused, mediaTooDemanding */
export function readVideo({ file }: { file: string }): Promise<VideoFacts> {
  return withInput(file, async (input) => {
    const video = await input.getPrimaryVideoTrack()
    const audio = await input.getPrimaryAudioTrack()
    // A file with sound only is not a video; one without any track is damaged.
    if (!video) throw new MediaRefusal(audio ? 'mediaTypeRefused' : 'mediaUnreadable')
    const width = await video.getDisplayWidth()
    const height = await video.getDisplayHeight()
    const duration = await video.computeDuration()
    if (!(width >= 1 && height >= 1 && duration > 0)) throw new MediaRefusal('mediaUnreadable')
    if (duration > DURATION_MAX || width * height > FRAME_PIXELS_MAX) throw new MediaRefusal('mediaTooDemanding')
    const container = (await input.getFormat()).name === 'WebM' ? 'webm' : 'mp4'
    const isPlayable = container === 'mp4' ? await isPlainMp4(video, audio) : isPlainWebm(video, audio)
    const { transfer } = await video.getColorSpace()
    const isHighRange = transfer === 'pq' || transfer === 'hlg'
    return { width, height, duration, container, isPlayable, isHighRange }
  })
}

const PLAIN_H264 = /^avc1\.(42|4d|64)/i

/** 8-bit H.264 and AAC. */
async function isPlainMp4(video: InputVideoTrack, audio: InputAudioTrack | null): Promise<boolean> {
  // The codec string starts with the profile: baseline, main or high.
  const isPlain = PLAIN_H264.test((await video.getCodecParameterString()) ?? '')
  return isPlain && (audio === null || audio.codec === 'aac')
}

function isPlainWebm(video: InputVideoTrack, audio: InputAudioTrack | null): boolean {
  const hasPlainSound = audio === null || audio.codec === 'opus' || audio.codec === 'vorbis'
  return hasPlainSound && (video.codec === 'vp8' || video.codec === 'vp9')
}

/**
 * Copies the picture and sound tracks of a video into a new file without re-encoding, in MP4 with the index in front.
 * Nothing else is copied: no location, no titles, no other tracks.
 * @throws MediaRefusal mediaUnreadable
 */
export function copyVideo(of: { file: string; target: string; container: 'mp4' | 'webm' }): Promise<void> {
  return withInput(of.file, async (input) => {
    const { Conversion, FilePathTarget, Mp4OutputFormat, Output, WebMOutputFormat } = await import('mediabunny')
    const format = of.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat()
    const output = new Output({ format, target: new FilePathTarget(of.target) })
    const conversion = await Conversion.init({ input, output, tracks: 'primary', tags: {}, showWarnings: false })
    // Invalid if a track cannot be copied. Those of playable videos can.
    if (!conversion.isValid) throw new MediaRefusal('mediaUnreadable')
    await conversion.execute()
  })
}

async function withInput<T>(file: string, use: (input: Input) => Promise<T>): Promise<T> {
  // Loaded with the first video, because it is a large part of a worker's memory.
  const { FilePathSource, Input, MP4, QTFF, WEBM } = await import('mediabunny')
  const input = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, WEBM] })
  try {
    return await use(input)
  } catch (error) {
    throw error instanceof MediaRefusal ? error : new MediaRefusal('mediaUnreadable')
  } finally {
    input.dispose()
  }
}
