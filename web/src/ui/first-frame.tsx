import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'

/** In pixels. It is drawn with these sides at most: pictures of other sites may be of any size. */
const WIDTH_MAX = 1_060
const HEIGHT_MAX = 2_120

interface FirstFrameProps extends Pick<ComponentProps<'canvas'>, 'className'> {
  src: string
  alt: string
  onError?: (() => void) | undefined
}

/** The first frame of a picture at any address: drawing one that moves draws that. */
export function FirstFrame({ src, alt, className, onError }: FirstFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const fail = useEffectEvent(() => onError?.())
  useEffect(() => {
    const picture = new Image()
    picture.onload = () => {
      if (!canvas.current) return
      const scale = Math.min(1, WIDTH_MAX / picture.naturalWidth, HEIGHT_MAX / picture.naturalHeight)
      canvas.current.width = Math.max(1, Math.round(picture.naturalWidth * scale))
      canvas.current.height = Math.max(1, Math.round(picture.naturalHeight * scale))
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height)
    }
    picture.onerror = () => fail()
    picture.src = src
    return () => {
      picture.onload = null
      picture.onerror = null
    }
  }, [src])
  return (
    <canvas
      ref={canvas}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={className}
    />
  )
}
