import { VolumeX } from 'lucide-react'
import { unmuteMember, useMuteOf } from '../../data/safety/mutes.ts'
import { RemoveButton } from './remove-button.tsx'
import { untilText } from './until.ts'

/** Says until when the member is muted, and ends it. */
export function MutedLine({ username }: { username: string }) {
  const mute = useMuteOf(username)
  return (
    <p className="flex items-center gap-2 rounded-lg bg-surface px-3 py-2 text-muted">
      <VolumeX size={16} className="shrink-0" aria-hidden="true" />
      <span className="wrap-anywhere min-w-0 flex-1">
        You muted @{username}
        {mute && ` ${untilText(mute.endsAt)}`}
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
