import { cx } from './cx.ts'

/** A duck in two flat colours with a cut-out eye, legible on any background and at 16 px. As in public/favicon.svg. */
export function BrandMark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={cx('shrink-0', className)}>
      <path
        className="fill-brand"
        fillRule="evenodd"
        d="M19.5 3a7 7 0 0 0-7 7c0 1.7.5 3 1.2 4.3-.5.9-1.4 1.2-2.7 1-3-.4-5.3-1.5-7-3.6-.8-1-2.3-.6-2.4.7C1.2 22.5 5.5 29 14.5 29h3C24.5 29 29 25 29 19.7c0-2.5-1.2-4.6-3.1-6.2.4-1 .6-2.2.6-3.5a7 7 0 0 0-7-7Zm2 4.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6Z"
      />
      <path
        className="fill-brand-beak"
        d="M26.3 7.6c1.8 0 3.4.8 4.6 2 .6.6.5 1.5-.2 2-1.3.9-3 1.3-4.7 1.2.3-.9.5-1.8.5-2.8 0-.8-.1-1.6-.2-2.4Z"
      />
    </svg>
  )
}

/** The brand mark with the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 font-extrabold text-title tracking-tight', className)}>
      <BrandMark size={32} />
      Quack
    </span>
  )
}
