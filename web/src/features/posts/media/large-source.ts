import { MEDIA_WIDTHS, PICTURE_SIDE_MAX } from '@quack/contract/rules/limits'
import { hasStill, type PictureSource } from '@quack/contract/rules/pictures'

const OFFERED = [...MEDIA_WIDTHS, PICTURE_SIDE_MAX]

/** The sources of a picture up to all of its pixels, for a browser to choose from. One elsewhere is only as it is. */
export function largeSource(url: string, width: number, isStill: boolean): PictureSource {
  if (!hasStill(url)) return { src: url }
  const at = (offered: number) => `${url}?w=${offered}${isStill ? '&still=1' : ''}`
  const smaller = OFFERED.filter((offered) => offered < width)
  const whole = at(OFFERED.find((offered) => offered >= width) ?? PICTURE_SIDE_MAX)
  return {
    src: whole,
    srcSet: [...smaller.map((offered) => `${at(offered)} ${offered}w`), `${whole} ${width}w`].join(', '),
  }
}
