import type { FeedPosition } from '@quack/contract'
import { X } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import { keyed } from '../../../ui/keys.ts'
import { formatDate } from '../../../ui/text/format-age.ts'

interface ContinueBarProps {
  position: FeedPosition
  onContinue: () => void
  onClose: () => void
}

/** Offers to continue where the member has read on another device. */
export function ContinueBar({ position, onContinue, onClose }: ContinueBarProps) {
  const device = position.device === '' ? '' : ` (${position.device})`
  return (
    <div className="pointer-events-auto mt-2 flex max-w-[calc(100%-1rem)] shrink-0 animate-rise items-center gap-1 rounded-full border bg-raised py-1 ps-1.5 pe-1 shadow-float">
      <Button variant="secondary" size="small" className="min-w-0" {...keyed('c')} onClick={onContinue}>
        <span className="truncate">{`Continue at ${timeOf(new Date(position.readAt))}${device}`}</span>
      </Button>
      <button
        type="button"
        aria-label="Stay here"
        onClick={onClose}
        className="grid size-10 shrink-0 place-items-center rounded-full text-muted hover:bg-hover"
      >
        <X size={18} aria-hidden="true" />
      </button>
    </div>
  )
}

/** '14:05', with the date if that is not today. */
function timeOf(date: Date): string {
  const time = date.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
  return date.toDateString() === new Date().toDateString() ? time : `${formatDate(date)}, ${time}`
}
