import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { setBot } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { useViewer } from '../../data/members/members.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusIfLost } from '../../ui/focus.ts'
import { Switch } from '../../ui/form/switch.tsx'
import { SettingsSection } from '../account/settings-section.tsx'

/** Makes tokens by which scripts act for the member. Those that were made are among the sessions. */
export function TokenSection() {
  const form = useOnDemand(() => import('./token-form.tsx'))
  if (!useMeta().data?.apps) return null
  return (
    <SettingsSection
      title={t`Tokens for scripts`}
      text={t`With a token, a script or bot acts for you without your password. It is listed and ended under Sessions.`}
    >
      {form.shown ? (
        <form.shown.TokenForm onEnd={form.forget} />
      ) : (
        <Button
          // After a form that has ended.
          ref={form.module !== null ? focusIfLost : undefined}
          variant="secondary"
          className="self-start"
          onPointerEnter={form.prepare}
          onClick={form.open}
        >
          {t`Make a token`}
        </Button>
      )}
      <BotSwitch />
    </SettingsSection>
  )
}

/** Whether the profile and apps say that a program posts for the viewer. */
function BotSwitch() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(isBot: boolean): Promise<void> {
    setWanted(isBot)
    await succeeds(() => setBot(isBot))
    setWanted(null)
  }

  return (
    <Switch
      label={t`This is a bot account`}
      hint={t`A program posts for it. Your profile and apps say so.`}
      checked={wanted ?? viewer?.bot ?? false}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}
