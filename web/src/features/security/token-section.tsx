import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { Button } from '../../ui/button/button.tsx'
import { focusIfLost } from '../../ui/focus.ts'
import { SettingsSection } from '../account/settings-section.tsx'

/** Tokens by which scripts act for the member. Those that were made are among the sessions. */
export function TokenSection() {
  const form = useOnDemand(() => import('./token-form.tsx'))
  if (!useMeta().data?.apps) return null
  return (
    <SettingsSection
      title="Tokens for scripts"
      text="With a token, a script or bot acts for you without your password. It is listed and ended under Sessions."
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
          Make a token
        </Button>
      )}
    </SettingsSection>
  )
}
