import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { setPrivate } from '../../data/follows/follow-requests.ts'
import { useViewer } from '../../data/members/members.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { toast } from '../../ui/toast/toast.ts'

/**
 * Whether the viewer's account is private. Making it public needs a confirmation. `isFixed`: for the shared guest
 * account.
 */
export function PrivateAccountSwitch({ isFixed = false }: { isFixed?: boolean }) {
  const viewer = useViewer()
  const confirm = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(isPrivate: boolean): Promise<boolean> {
    setWanted(isPrivate)
    const isDone = await succeeds(() => setPrivate(isPrivate))
    setWanted(null)
    if (isDone) toast.success(isPrivate ? t`Your account is private` : t`Your account is public`)
    return isDone
  }

  return (
    <>
      <Switch
        label={t`Private account`}
        hint={t`Only followers see your posts, also the old ones, and you accept each new follower. Everyone still sees your name, picture, bio and counts. Members who follow you already stay, and you can remove them.`}
        checked={wanted ?? viewer?.private ?? false}
        disabled={!viewer || isFixed}
        onChange={({ target }) => {
          if (wanted !== null) return
          if (target.checked) void change(true)
          else confirm.open()
        }}
      />
      {confirm.module && (
        <confirm.module.ConfirmDialog
          {...confirm.props}
          title={t`Make your account public?`}
          text={
            <ul className="flex list-disc flex-col gap-2 ps-5">
              <li>{t`Everyone sees your posts, also those from before, and whom you follow.`}</li>
              <li>{t`Members who ask to follow you become followers.`}</li>
            </ul>
          }
          action={t`Make public`}
          onConfirm={() => change(false)}
        />
      )}
    </>
  )
}
