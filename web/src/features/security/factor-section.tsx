import { plural, t } from '@lingui/core/macro'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { noteChangedWayIn, renewRecoveryCodes, useWaysIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { focusIfLost } from '../../ui/focus.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useHeadingFocus } from './use-heading-focus.ts'

/** With as few recovery codes as this, the member is asked to get new ones. */
const FEW = 3

export function FactorSection() {
  const { data: ways, error, refetch } = useWaysIn()
  /** Shown once: only this has them. */
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const heading = useHeadingFocus(codes ? 'codes' : ways?.enabled)
  function endCodes(): void {
    setCodes(null)
    void noteChangedWayIn()
  }
  return (
    <SettingsSection
      heading={heading}
      title={t`Second factor`}
      text={t`A code from an authenticator app, asked after your password. Passkeys need none.`}
    >
      {codes && <RecoveryCodes codes={codes} onStored={endCodes} />}
      {!codes && ways?.enabled && <EnabledFactor codesLeft={ways.recoveryCodesLeft} onCodes={setCodes} />}
      {!codes && ways && !ways.enabled && <DisabledFactor hasPassword={ways.hasPassword} onCodes={setCodes} />}
      {!ways && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
      {!ways && !error && <Skeleton className="h-10 w-full" />}
    </SettingsSection>
  )
}

interface FactorProps {
  onCodes: (codes: readonly string[]) => void
}

function DisabledFactor({ hasPassword, onCodes }: FactorProps & { hasPassword: boolean }) {
  const setUp = useOnDemand(() => import('./factor-set-up.tsx'))
  if (setUp.shown) return <setUp.shown.FactorSetUp onEnabled={onCodes} onCancel={setUp.forget} />
  if (!hasPassword)
    return <p>{t({ message: 'It is off. Without a password, you do not need it.', comment: 'The second factor' })}</p>
  return (
    <>
      <p>{t({ message: 'It is off.', comment: 'The second factor' })}</p>
      <Button
        // After a set-up that was cancelled.
        ref={setUp.module !== null ? focusIfLost : undefined}
        variant="secondary"
        className="self-start"
        onPointerEnter={setUp.prepare}
        onClick={setUp.open}
      >
        {t({ message: 'Set up', comment: 'The second factor' })}
      </Button>
    </>
  )
}

function EnabledFactor({ codesLeft, onCodes }: FactorProps & { codesLeft: number }) {
  const dialog = useOnDemand(() => import('./change-dialogs.tsx'))
  return (
    <>
      <p>{stateText(codesLeft)}</p>
      {codesLeft <= FEW && (
        <p className="flex items-center gap-3 rounded-lg border border-danger px-3 py-2">
          <TriangleAlert size={18} className="shrink-0 text-danger" aria-hidden="true" />
          {t`Get new recovery codes. Without one, you cannot sign in if you lose your authenticator app.`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <RenewCodes onCodes={onCodes} />
        <Button variant="secondary" onPointerEnter={dialog.prepare} onClick={dialog.open}>
          {t({ message: 'Turn off', comment: 'The second factor' })}
        </Button>
      </div>
      {dialog.module && <dialog.module.DisableFactorDialog {...dialog.props} />}
    </>
  )
}

function stateText(left: number): string {
  if (left === 0) {
    return t({ message: 'It is on. You have no recovery codes left.', comment: 'The second factor is on' })
  }
  return t({
    message: plural(left, {
      one: 'It is on. You have # recovery code left.',
      other: 'It is on. You have # recovery codes left.',
    }),
    comment: 'The second factor is on',
  })
}

/** Asks first: the codes that the member has stored stop to work. */
function RenewCodes({ onCodes }: { onCodes: (codes: readonly string[]) => void }) {
  const dialog = useOnDemand(() => import('../../ui/popup/confirm-dialog.tsx'))
  return (
    <>
      <Button variant="secondary" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        {t`New recovery codes`}
      </Button>
      {dialog.module && (
        <dialog.module.ConfirmDialog
          {...dialog.props}
          title={t`Get new recovery codes?`}
          text={t`Those that you have now stop working.`}
          action={t`Get new codes`}
          onConfirm={() => succeeds(async () => onCodes(await renewRecoveryCodes()))}
        />
      )}
    </>
  )
}
