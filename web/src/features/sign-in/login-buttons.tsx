import { t } from '@lingui/core/macro'
import { GUEST } from '@quack/contract/rules/demo'
import { useCanUsePasskeys } from '../../data/account/passkey-host.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { Button } from '../../ui/button/button.tsx'

interface GuestButtonProps {
  isBusy: boolean
  onLogIn: (guest: typeof GUEST) => void
}

/** 'Login as a Guest', if this installation has the demo account. Reserves its space until that is known. */
export function GuestButton({ isBusy, onLogIn }: GuestButtonProps) {
  const meta = useMeta()
  if (meta.isPending) return <div className="h-11" />
  if (!meta.data?.guestLogin) return null
  return (
    <Button variant="secondary" block className="min-h-11" loading={isBusy} onClick={() => onLogIn(GUEST)}>
      {t`Login as a Guest`}
    </Button>
  )
}

interface PasskeyButtonProps {
  isBusy: boolean
  onPress: () => void
}

/** 'Sign in with a passkey', where that works. Reserves its space until that is known. */
export function PasskeyButton({ isBusy, onPress }: PasskeyButtonProps) {
  const canUse = useCanUsePasskeys()
  if (canUse === undefined) return <div className="h-11" />
  if (!canUse) return null
  return (
    <Button variant="secondary" block className="min-h-11" loading={isBusy} onClick={onPress}>
      {t`Sign in with a passkey`}
    </Button>
  )
}

export interface Credentials {
  username: string
  password: string
}

/** Tells a suspended member why, after a log-in that was refused. */
export function SuspensionButton({ credentials }: { credentials: Credentials }) {
  const dialog = useOnDemand(() => import('../reports/suspension-dialog.tsx'))
  return (
    <>
      <Button variant="secondary" block className="mt-4" onPointerEnter={dialog.prepare} onClick={dialog.open}>
        {t`Why is my account suspended?`}
      </Button>
      {dialog.shown && <dialog.shown.SuspensionDialog credentials={credentials} {...dialog.props} />}
    </>
  )
}
