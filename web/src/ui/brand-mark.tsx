import { cx } from './cx.ts'

/** The duck: two flat colours, its eye left open, so that it reads on any ground and at 16 px. Also in public/favicon.svg. */
export function BrandMark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={cx('shrink-0', className)}>
      <path
        className="fill-brand"
        fillRule="evenodd"
        d="M19.5 3a7 7 0 0 0-7 7c0 1.7.5 3 1.2 4.300-.5.9-1.400 1.200-2.700 1-3-.4-5.300-1.500-7-3.600-.8-1-2.300-.6-2.400.7C1.200 22.500 5.500 29 14.500 29h3C24.500 29 29 25 29 19.700c0-2.500-1.200-4.600-3.100-6.200.4-1 .6-2.200.6-3.500a7 7 0 0 0-7-7Zm2 4.200a1.800 1.800 0 1 0 0 3.600 1.800 1.800 0 0 0 0-3.600Z"
      />
      <path
        className="fill-brand-beak"
        d="M26.300 7.600c1.800 0 3.400.8 4.600 2 .6.600.5 1.500-.2 2-1.300.9-3 1.300-4.700 1.200.3-.9.5-1.800.5-2.800 0-.8-.1-1.600-.2-2.400Z"
      />
    </svg>
  )
}

/** The mark and the name. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5 font-extrabold text-title tracking-tight', className)}>
      <BrandMark size={32} />
      Quack
    </span>
  )
}
