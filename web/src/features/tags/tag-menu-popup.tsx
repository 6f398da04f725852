import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Volume2, VolumeX } from 'lucide-react'
import type { ReactElement } from 'react'
import { useIsGuest } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { MutedWordInput } from '../../data/safety/mutes.ts'
import type { TagName } from '../../data/tags/tag-follows.ts'
import { muteTag, unmuteTag } from '../../data/tags/tags.ts'
import { translate } from '../../locale/messages.ts'
import { focusMain } from '../../ui/focus.ts'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { DURATIONS } from '../safety/mute-durations.ts'

const MUTES: Readonly<Record<(typeof DURATIONS)[number], MessageDescriptor>> = {
  hour: msg`Mute for an hour`,
  day: msg`Mute for a day`,
  week: msg`Mute for a week`,
  always: msg`Mute permanently`,
}

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
    toast.success(t`You unmuted #${{ tag: tag.name }}`)
  }
  async function mute(duration: MutedWordInput['duration']) {
    const id = await muteTag(tag, duration)
    toast.success(t`You muted #${{ tag: tag.name }}`, { label: t`Undo`, run: () => void succeeds(() => unmute(id)) })
    // The button that had the focus may have left, with its tag.
    focusMain()
  }

  return (
    <>
      <Menu trigger={trigger}>
        {mutedWord === undefined ? (
          DURATIONS.map((value) => (
            <MenuItem
              key={value}
              icon={VolumeX}
              onSelect={isGuest ? guest.open : () => void succeeds(() => mute(value))}
            >
              {translate(MUTES[value])}
            </MenuItem>
          ))
        ) : (
          <MenuItem icon={Volume2} onSelect={() => void succeeds(() => unmute(mutedWord))}>
            {t`Unmute`}
          </MenuItem>
        )}
      </Menu>
      {guest.module && <guest.module.GuestDialog {...guest.props} />}
    </>
  )
}
