import { mayMove } from '@quack/contract/rules/pictures'
import { StillableImage, type StillableImageProps } from '../../../ui/still-image.tsx'
import { AnimationButton } from './animation-button.tsx'
import { useMoves } from './use-moves.ts'
import { useStill } from './use-still.ts'

interface StoppablePictureProps extends Pick<StillableImageProps, 'className' | 'sizes' | 'onLoad'> {
  src: string
  alt: string
  /** The file that is at `src`, if it is of this device. */
  file?: File | undefined
}

/** A picture of which nobody has said whether it moves: its bytes or its address tell, and then it can be stopped. */
export function StoppablePicture({ src, file, ...rest }: StoppablePictureProps) {
  const moves = useMoves(file ?? src, src)
  const isAnimated = moves || mayMove(src)
  const [isStill, toggle] = useStill(src, isAnimated)
  return (
    <>
      <StillableImage src={src} isStill={isStill} {...rest} />
      {isAnimated && <AnimationButton isStill={isStill} onToggle={toggle} />}
    </>
  )
}
