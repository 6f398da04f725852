/** The limits of a frame's width/height in a list. Media beyond them are cropped, so that a post never fills the screen. */
const NARROWEST = 4 / 5
const WIDEST = 5 / 2
const UNKNOWN = 16 / 9

interface Size {
  width?: number
  height?: number
}

/** The width/height ratio of media, known before the file has loaded. Their frame has it where they are shown whole. */
export function mediaRatio(media: Size | null): number {
  return media?.width && media.height ? media.width / media.height : UNKNOWN
}

/** The width/height ratio of a media's frame in a list. */
export function frameRatio(media: Size | null): number {
  return Math.min(WIDEST, Math.max(NARROWEST, mediaRatio(media)))
}

/** Whether the frame has another ratio than the media, or the media's size is unknown. */
export function isOddlyShaped(media: Size | null): boolean {
  return !media?.width || !media.height || frameRatio(media) !== media.width / media.height
}
