import { useCanUsePasskeys } from '../../data/account/passkey-host.ts'
import { Button } from '../../ui/button/button.tsx'

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
      Sign in with a passkey
    </Button>
  )
}
