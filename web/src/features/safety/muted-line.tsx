import { t } from '@lingui/core/macro'
import { VolumeX } from 'lucide-react'
import { unmuteMember } from '../../data/safety/mutes.ts'
import { endText } from './mute-durations.ts'
import { RemoveButton } from './remove-button.tsx'

export interface MutedLineProps {
  username: string
  /** The time when the mute ends; undefined if it does not end. */
  until: string | undefined
}

/** Says until when the member is muted, and ends the mute. */
export function MutedLine({ username, until }: MutedLineProps) {
  const end = endText(until ?? null)
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-lg bg-surface px-3 py-2 text-muted">
      <VolumeX size={16} className="shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere min-w-40 flex-1">
        {end === null ? t`You muted @${username} permanently` : t`You muted @${username} until ${end}`}
      </span>
      <RemoveButton
        action={t`Unmute`}
        of={`@${username}`}
        onRemove={() => unmuteMember(username)}
        done={t`You unmuted @${username}`}
      />
    </p>
  )
}
