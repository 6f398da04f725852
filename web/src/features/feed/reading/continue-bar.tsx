import { t } from '@lingui/core/macro'
import type { FeedPosition } from '@quack/contract'
import { X } from 'lucide-react'
import { intlLocale } from '../../../locale/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { keyed } from '../../../ui/keys.ts'
import { deviceName } from '../../../ui/text/device-name.ts'

interface ContinueBarProps {
  position: FeedPosition
  onContinue: () => void
  onClose: () => void
}

/** Offers to continue where the member has read on another device. */
export function ContinueBar({ position, onContinue, onClose }: ContinueBarProps) {
  const device = deviceName(position.device)
  const time = timeOf(new Date(position.readAt))
  return (
    <div className="pointer-events-auto mt-2 flex max-w-[calc(100%-1rem)] shrink-0 animate-rise items-center gap-1 rounded-full border bg-raised py-1 ps-1.5 pe-1 shadow-float">
      <Button variant="secondary" size="small" className="min-w-0" {...keyed('c')} onClick={onContinue}>
        {/* Other languages are longer than English, and from right to left a cut would take the beginning of a Latin name. */}
        <span className="truncate not-[:lang(en)]:whitespace-normal">
          {device === '' ? t`Continue at ${time}` : t`Continue at ${time} (${device})`}
        </span>
      </Button>
      <button
        type="button"
        aria-label={t`Stay here`}
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
  const isToday = date.toDateString() === new Date().toDateString()
  return date.toLocaleString(intlLocale(), {
    ...(!isToday && { year: 'numeric', month: 'short', day: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
}
