import { GUEST } from '@quack/contract/rules/demo'
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
      Login as a Guest
    </Button>
  )
}
