/** The limits of a frame's width/height. Media beyond them are cropped, so that a post never fills the screen. */
const NARROWEST = 4 / 5
const WIDEST = 5 / 2
const UNKNOWN = 16 / 9

/** The width/height ratio of a media's frame, known before the file has loaded. */
export function frameRatio(media: { width?: number; height?: number } | null): number {
  if (!media?.width || !media.height) return UNKNOWN
  return Math.min(WIDEST, Math.max(NARROWEST, media.width / media.height))
}

/** Whether the frame has another ratio than the media, or the media's size is unknown. */
export function isOddlyShaped(media: { width?: number; height?: number } | null): boolean {
  return !media?.width || !media.height || frameRatio(media) !== media.width / media.height
}
