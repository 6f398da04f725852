import { formatPercent } from '../text/count.tsx'

interface ProgressBarProps {
  label: string
  /** 0 to 100. */
  percent: number
  /** Without the number. */
  isBare?: boolean
}

export function ProgressBar({ label, percent, isBare = false }: ProgressBarProps) {
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3">
      <progress aria-label={label} value={percent} max={100} className={barClass} />
      {!isBare && (
        <span aria-hidden="true" className="w-10 text-end text-meta text-muted tabular-nums">
          {formatPercent(percent)}
        </span>
      )}
    </div>
  )
}

const barClass =
  'h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-skeleton [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-skeleton [&::-webkit-progress-value]:bg-accent-solid'
