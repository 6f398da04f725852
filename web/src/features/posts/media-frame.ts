/** What a frame is for: narrower or wider media are cropped to these ratios, so that one post never fills the screen. */
const NARROWEST = 4 / 5
const WIDEST = 5 / 2
const UNKNOWN = 16 / 9

/** Width to height of the frame that media stands in; known before it loads. */
export function frameRatio(media: { width?: number; height?: number } | null): number {
  if (!media?.width || !media.height) return UNKNOWN
  return Math.min(WIDEST, Math.max(NARROWEST, media.width / media.height))
}

/** Whether media are too narrow or too wide for their frame to have their own shape, or of a shape nobody knows. */
export function isOddlyShaped(media: { width?: number; height?: number } | null): boolean {
  return !media?.width || !media.height || frameRatio(media) !== media.width / media.height
}
