import { type Entry, refused, video } from './entry.ts'
import { AAC, H264, HEVC, makeVideo, OPUS, VP8, VP9 } from './videos.ts'

/** What several files are made of. */
const films = new Map<string, Promise<Buffer>>()
function film(name: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const made = films.get(name) ?? make()
  films.set(name, made)
  return made
}
const mp4 = () => film('MP4', () => makeVideo({ output: [...H264, ...AAC], ending: 'mp4' }))
const silent = () => film('MP4 without sound', () => makeVideo({ output: [...H264], sound: false, ending: 'mp4' }))
const webm = () => film('WebM', () => makeVideo({ output: [...VP8, ...OPUS], ending: 'webm' }))

const TWO_SOUNDS = ['-map', '0:v', '-map', '1:a', '-map', '1:a', '-map_chapters', '-1']
const playable = video(320, 180)
const converted = video(320, 180, true)

/** Videos, and files that pretend to be videos. FFmpeg creates them. */
export const FILMS: readonly Entry[] = [
  {
    name: 'MP4, H.264 and AAC, with a place',
    outcome: playable,
    make: mp4,
  },
  {
    name: 'MOV, H.264 and AAC, with a place',
    isDear: true,
    outcome: playable,
    make: () => makeVideo({ output: [...H264, ...AAC], ending: 'mov' }),
  },
  {
    name: 'MP4 without sound',
    isDear: true,
    outcome: playable,
    make: silent,
  },
  {
    name: 'MP4 in fragments',
    isDear: true,
    outcome: playable,
    make: () => makeVideo({ output: [...H264, ...AAC, '-movflags', 'frag_keyframe+empty_moov'], ending: 'mp4' }),
  },
  {
    name: 'MP4 with two sounds',
    isDear: true,
    outcome: playable,
    make: () => makeVideo({ output: [...TWO_SOUNDS, ...H264, ...AAC], ending: 'mp4' }),
  },
  {
    name: 'MP4 that is called a picture',
    isDear: true,
    outcome: playable,
    fileName: 'photo.jpg',
    mime: 'image/jpeg',
    make: () => makeVideo({ output: [...H264, ...AAC], ending: 'mp4', seconds: 2 }),
  },
  {
    name: 'MP4 and web page',
    isDear: true,
    outcome: playable,
    make: async () => Buffer.concat([await mp4(), Buffer.from('<script>alert(document.domain)</script>')]),
  },
  {
    name: 'MP4, HEVC, with a place',
    outcome: converted,
    make: () => makeVideo({ output: [...HEVC, ...AAC], ending: 'mp4' }),
  },
  {
    name: 'MOV, HEVC of 10 bits in Full HD',
    isDear: true,
    outcome: video(1_280, 720, true),
    make: () =>
      makeVideo({
        output: [...HEVC, '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', ...AAC],
        size: '1920x1080',
        rate: 4,
        ending: 'mov',
      }),
  },
  {
    name: 'MP4, H.264 of 10 bits',
    isDear: true,
    outcome: converted,
    make: () =>
      makeVideo({
        output: ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', ...AAC],
        ending: 'mp4',
      }),
  },
  {
    name: 'MOV with PCM',
    isDear: true,
    outcome: converted,
    make: () => makeVideo({ output: [...H264, '-c:a', 'pcm_s16le'], ending: 'mov' }),
  },
  {
    name: 'WebM, VP8 and Opus',
    isDear: true,
    outcome: converted,
    make: webm,
  },
  {
    name: 'WebM, VP9 and Opus',
    isDear: true,
    outcome: converted,
    make: () => makeVideo({ output: [...VP9, ...OPUS], ending: 'webm' }),
  },
  {
    name: 'WebM, VP9 without sound',
    isDear: true,
    outcome: converted,
    make: () => makeVideo({ output: [...VP9], sound: false, ending: 'webm' }),
  },
  {
    name: 'MP4, H.264 in 4K',
    isDear: true,
    outcome: video(3_840, 2_160),
    make: () => makeVideo({ output: [...H264], sound: false, size: '3840x2160', rate: 4, ending: 'mp4' }),
  },
  {
    name: 'MP4, HEVC in 4K',
    isDear: true,
    outcome: refused('mediaTooDemanding'),
    make: () => makeVideo({ output: [...HEVC], sound: false, size: '3840x2160', rate: 1, ending: 'mp4' }),
  },
  {
    name: 'MP4 of frames larger than 4K',
    isDear: true,
    outcome: refused('mediaTooDemanding'),
    make: () => makeVideo({ output: [...H264, '-frames:v', '1'], sound: false, size: '5120x2880', ending: 'mp4' }),
  },
  {
    name: 'MP4 of eleven minutes',
    outcome: refused('mediaTooDemanding'),
    make: () => makeVideo({ output: [...H264], sound: false, size: '64x64', seconds: 660, rate: 1, ending: 'mp4' }),
  },
  {
    name: 'MP4 with sound alone',
    outcome: refused('mediaTypeRefused'),
    make: () => makeVideo({ output: [...AAC], picture: false, ending: 'mp4' }),
  },
  {
    name: 'MP4 without its index',
    outcome: refused('mediaUnreadable'),
    make: async () => (await mp4()).subarray(0, 9_000),
  },
  {
    name: 'MP4, cut after its index',
    outcome: refused('mediaUnreadable'),
    make: async () =>
      (await makeVideo({ output: [...H264, ...AAC, '-movflags', '+faststart'], ending: 'mp4' })).subarray(0, 6_000),
  },
  {
    name: 'WebM, its first bytes',
    outcome: refused('mediaUnreadable'),
    make: async () => (await webm()).subarray(0, 300),
  },
  {
    name: 'MKV',
    outcome: refused('mediaTypeRefused'),
    make: () => makeVideo({ output: [...H264, ...AAC], ending: 'mkv' }),
  },
  {
    name: 'video as an avatar',
    outcome: refused('avatarTypeRefused'),
    isAvatar: true,
    make: silent,
  },
]
