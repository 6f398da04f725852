import { cx } from '../cx.ts'

const DELAYS = ['[animation-delay:0ms]', '[animation-delay:150ms]', '[animation-delay:300ms]']

/** Three pulsing dots, shown while more of a list loads. */
export function PulseLoader({ label = 'Loading' }: { label?: string }) {
  return (
    <div role="status" className="flex h-16 items-center justify-center gap-2">
      <span className="sr-only">{label}</span>
      {DELAYS.map((delay) => (
        <span key={delay} className={cx('size-2.5 animate-beat rounded-full bg-accent', delay)} />
      ))}
    </div>
  )
}
