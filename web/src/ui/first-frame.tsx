import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'

/** In pixels. It is drawn with these sides at most: pictures of other sites may be of any size. */
const WIDTH_MAX = 1_060
const HEIGHT_MAX = 2_120

/** How near to the viewport a lazy picture is loaded: about as browsers do. */
const NEAR = '1250px'

interface FirstFrameProps extends Pick<ComponentProps<'img'>, 'className' | 'loading'> {
  src: string
  alt: string
  onLoad?: ((picture: HTMLImageElement) => void) | undefined
  onError?: (() => void) | undefined
}

/** The first frame of a picture at any address: drawing one that moves draws that. */
export function FirstFrame({ src, alt, className, loading, onLoad, onError }: FirstFrameProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const succeed = useEffectEvent((picture: HTMLImageElement) => onLoad?.(picture))
  const fail = useEffectEvent(() => onError?.())
  useEffect(() => {
    const picture = new Image()
    picture.onload = () => {
      if (!canvas.current) return
      const scale = Math.min(1, WIDTH_MAX / picture.naturalWidth, HEIGHT_MAX / picture.naturalHeight)
      canvas.current.width = Math.max(1, Math.round(picture.naturalWidth * scale))
      canvas.current.height = Math.max(1, Math.round(picture.naturalHeight * scale))
      canvas.current.getContext('2d')?.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height)
      succeed(picture)
    }
    picture.onerror = () => fail()
    // A picture that is not on the page is not lazy by itself.
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        picture.src = src
      },
      { rootMargin: NEAR },
    )
    if (loading === 'lazy' && canvas.current) observer.observe(canvas.current)
    else picture.src = src
    return () => {
      observer.disconnect()
      picture.onload = null
      picture.onerror = null
    }
  }, [src, loading])
  return (
    <canvas
      ref={canvas}
      {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      className={className}
    />
  )
}
