import { BrandMark } from '../ui/brand-mark.tsx'

/** What is seen until the first screen is there; index.html holds the same, for before there is any code. */
export function Splash() {
  return (
    <div className="grid min-h-dvh place-items-center">
      <BrandMark size={72} />
    </div>
  )
}
