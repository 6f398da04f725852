/**
 * The limits of a frame's width/height in a list. Media beyond them are cropped, so that they do not fill the screen.
 */
const IN_LIST = [4 / 5, 5 / 2] as const
/** The limits where media are whole. The frame of media beyond them, which are like a line, is larger than they are. */
const WHOLE = [1 / 16, 10] as const
/** The same where a button lies on them: on a small phone, both sides are longer than it. */
const WITH_BUTTON = [1 / 8, 4] as const
const UNKNOWN = 16 / 9

interface Size {
  width?: number
  height?: number
  animated?: boolean
}

/** The width/height ratio of a media's frame in a list, known before the file has loaded. */
export function frameRatio(media: Size | null): number {
  return ratioWithin(IN_LIST, media)
}

/** The same where the media are shown whole. */
export function wholeRatio(media: Size | null): number {
  return ratioWithin(media?.animated ? WITH_BUTTON : WHOLE, media)
}

function ratioWithin([narrowest, widest]: readonly [number, number], media: Size | null): number {
  if (!media?.width || !media.height) return UNKNOWN
  return Math.min(widest, Math.max(narrowest, media.width / media.height))
}

/** Whether the frame has another ratio than the media, or the media's size is unknown. */
export function isOddlyShaped(media: Size | null): boolean {
  return !media?.width || !media.height || frameRatio(media) !== media.width / media.height
}
