import { VolumeX } from 'lucide-react'
import { unmuteMember } from '../../data/safety/mutes.ts'
import { untilText } from './mute-durations.ts'
import { RemoveButton } from './remove-button.tsx'

export interface MutedLineProps {
  username: string
  /** The time when the mute ends; undefined if it does not end. */
  until: string | undefined
}

/** Says until when the member is muted, and ends the mute. */
export function MutedLine({ username, until }: MutedLineProps) {
  return (
    <p className="flex items-center gap-2 rounded-lg bg-surface px-3 py-2 text-muted">
      <VolumeX size={16} className="shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere min-w-0 flex-1">
        You muted @{username} {untilText(until ?? null)}
      </span>
      <RemoveButton
        action="Unmute"
        of={`@${username}`}
        onRemove={() => unmuteMember(username)}
        done={`You unmuted @${username}`}
      />
    </p>
  )
}
