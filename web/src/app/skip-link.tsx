import { MAIN_ID } from '../ui/main-region.ts'

/** The first tab stop: it skips the navigation. */
export function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className="fixed start-3 top-3 z-(--layer-popup) -translate-y-20 rounded-full bg-accent-solid px-4 py-2 font-semibold text-on-solid focus:translate-y-0"
    >
      Skip to content
    </a>
  )
}
