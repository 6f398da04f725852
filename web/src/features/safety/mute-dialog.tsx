import { t } from '@lingui/core/macro'
import { messageOf } from '../../data/api/api-errors.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { type Mute, muteMember, unmuteMember } from '../../data/safety/mutes.ts'
import { focusMain } from '../../ui/focus.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import type { DialogState } from '../../ui/popup/dialog.tsx'
import { FormDialog } from '../../ui/popup/form-dialog.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { listDurations, readDuration } from './mute-durations.ts'

interface MuteDialogProps extends DialogState {
  username: string
}

/** Asks for how long to mute a member, and whether with their notifications. */
export function MuteDialog({ username, ...dialog }: MuteDialogProps) {
  const form = useForm<Mute, never>({
    read: (element) => ({ duration: readDuration(element), notifications: new FormData(element).has('notifications') }),
    async send(mute) {
      await muteMember(username, mute)
      toast.success(t`You muted @${username}`, {
        label: t`Undo`,
        run: () => void succeeds(() => unmuteMember(username)),
      })
      dialog.onOpenChange(false)
      // The button that opened the dialog has left the page, if it was in a feed.
      focusMain()
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <FormDialog {...dialog} title={t`Mute @${username}?`} action={t`Mute`} form={form}>
      <p>{t`Their posts leave your feeds and suggestions. You still find them on their profile. They are not told.`}</p>
      <RadioGroup label={t`How long`} name="duration" options={listDurations()} defaultValue="always" />
      <Checkbox label={t`Mute their notifications too`} name="notifications" defaultChecked />
    </FormDialog>
  )
}
