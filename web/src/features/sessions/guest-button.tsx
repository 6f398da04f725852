import { GUEST } from '@quack/contract/demo'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'

interface GuestButtonProps {
  isBusy: boolean
  onLogIn: (guest: typeof GUEST) => void
}

/** 'Login as a Guest', where this installation has the demo account. Its room is kept until that is known. */
export function GuestButton({ isBusy, onLogIn }: GuestButtonProps) {
  const meta = useQuery({
    queryKey: ['meta'],
    queryFn: ({ signal }) => call('GET /api/meta', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (meta.isPending) return <div className="h-11" />
  if (!meta.data?.guestLogin) return null
  return (
    <Button variant="secondary" block className="min-h-11" loading={isBusy} onClick={() => onLogIn(GUEST)}>
      Login as a Guest
    </Button>
  )
}
