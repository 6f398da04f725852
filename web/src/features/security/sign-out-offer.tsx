import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { endOtherSessions, useSessions } from '../../data/account/account.ts'
import { useAction } from '../../data/api/error-notifications.ts'
import { answerOffer, useHasChangedWayIn } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** After a change of a way to sign in: offers to end the other sessions, if there are any. */
export function SignOutOffer() {
  const hasChanged = useHasChangedWayIn()
  const { data: sessions } = useSessions()
  const [isBusy, run] = useAction()
  // Whoever comes back later is not asked any more.
  useEffect(() => answerOffer, [])
  const isShown = hasChanged && sessions?.some((session) => !session.current)

  async function signOutElsewhere(): Promise<void> {
    await endOtherSessions()
    answerOffer()
    toast.success(t`You are signed out everywhere else`)
  }

  return (
    <div role="status" className="sticky bottom-(--covered-bottom) z-(--layer-header)">
      {isShown && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-y bg-raised px-4 py-3 md:border-b-0">
          <p className="min-w-48 flex-1">{t`You have changed how you sign in. Other devices are still signed in.`}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={answerOffer}>
              {t`Not now`}
            </Button>
            <Button size="small" loading={isBusy} onClick={() => void run(signOutElsewhere)}>
              {t`Sign out everywhere else`}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
