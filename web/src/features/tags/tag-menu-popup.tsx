import { Volume2, VolumeX } from 'lucide-react'
import type { ReactElement } from 'react'
import { useIsGuest } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { MutedWordInput } from '../../data/safety/mutes.ts'
import type { TagName } from '../../data/tags/tag-follows.ts'
import { muteTag, unmuteTag } from '../../data/tags/tags.ts'
import { focusMain } from '../../ui/focus.ts'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { DURATIONS } from '../safety/mute-durations.ts'

interface TagMenuPopupProps {
  trigger: ReactElement
  tag: TagName
  /** The `_id` of the muted word that mutes the tag, if there is one. */
  mutedWord: string | undefined
}

export function TagMenuPopup({ trigger, tag, mutedWord }: TagMenuPopupProps) {
  const guest = useOnDemand(() => import('../members/guest-dialog.tsx'))
  const isGuest = useIsGuest() !== false

  async function unmute(id: string) {
    await unmuteTag(tag, id)
    toast.success(`You unmuted #${tag.name}`)
  }
  async function mute(duration: MutedWordInput['duration']) {
    const id = await muteTag(tag, duration)
    toast.success(`You muted #${tag.name}`, { label: 'Undo', run: () => void succeeds(() => unmute(id)) })
    // The button that had the focus may have left, with its tag.
    focusMain()
  }

  return (
    <>
      <Menu trigger={trigger}>
        {mutedWord === undefined ? (
          DURATIONS.map(({ value, label }) => (
            <MenuItem
              key={value}
              icon={VolumeX}
              onSelect={isGuest ? guest.open : () => void succeeds(() => mute(value))}
            >
              Mute {label.toLowerCase()}
            </MenuItem>
          ))
        ) : (
          <MenuItem icon={Volume2} onSelect={() => void succeeds(() => unmute(mutedWord))}>
            Unmute
          </MenuItem>
        )}
      </Menu>
      {guest.module && <guest.module.GuestDialog {...guest.props} />}
    </>
  )
}
