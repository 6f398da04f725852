import { OUT_OF_TIME, type Run } from './ffmpeg.ts'
import { inputOf, type Source } from './video-commands.ts'

/** The colours of a video, as FFmpeg names them. Primaries and matrix are empty where the file does not tell. */
export interface Colours {
  readonly transfer: string
  readonly primaries: string
  readonly matrix: string
}

type Start = (args: readonly string[]) => Run

/** PQ and HLG. */
const HIGH_RANGE: ReadonlySet<string> = new Set(['smpte2084', 'arib-std-b67'])

/**
 * Runs FFmpeg for a video. If it is HDR, it gets the colours of every screen.
 * @param argsOf the arguments with the filters that do this
 * @returns what went wrong, or null
 */
export async function runWithToneMap(
  start: Start,
  source: Source,
  argsOf: (toneMap: readonly string[]) => string[],
): Promise<string | null> {
  const probe = start(probeOf(source))
  const colours = (await probe.done) === null ? readColours(probe.said()) : null
  if (colours === null || !HIGH_RANGE.has(colours.transfer)) return start(argsOf([])).done
  const told = completed(colours)
  const problem = await start(argsOf([...told, ...MAPPED])).done
  if (problem === null || problem === OUT_OF_TIME) return problem
  // Not every FFmpeg is built with these filters, and they need memory.
  return start(argsOf([...told, ...RETAGGED])).done
}

/** Writes what the first frame is like. Not every container tells it. */
function probeOf(source: Source): string[] {
  return [...inputOf(source), '-frames:v', '1', '-loglevel', 'info', '-vf', 'showinfo', '-f', 'null', '-']
}

/** @param said what FFmpeg's filter `showinfo` has written */
export function readColours(said: string): Colours | null {
  const [, matrix, primaries, transfer] = /\bcolor_space:(\S+) color_primaries:(\S+) color_trc:(\S+)/.exec(said) ?? []
  if (matrix === undefined || primaries === undefined || transfer === undefined) return null
  const known = (name: string) => (/^(unknown|unspecified|reserved)$/.test(name) ? '' : name)
  return { transfer, primaries: known(primaries), matrix: known(matrix) }
}

/** What a file does not tell is that of HDR. */
function completed({ primaries, matrix }: Colours): string[] {
  return [
    ...(primaries === '' ? ['setparams=color_primaries=bt2020'] : []),
    ...(matrix === '' ? ['setparams=colorspace=bt2020nc'] : []),
  ]
}

/** In linear light, where brightness can be reduced: what is dark stays, what is brighter than white comes near it. */
const MAPPED = [
  ...['zscale=p=bt709:t=linear:npl=100', 'format=gbrpf32le', 'tonemap=mobius:desat=0'],
  ...['zscale=t=bt709:m=bt709:r=tv', 'format=yuv420p'],
]

/** Only the names: a picture that looks dull, but the same in every browser. */
const RETAGGED = [
  ...['format=gbrp', 'scale=out_color_matrix=bt709:out_range=tv', 'format=yuv420p'],
  'setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv',
]
