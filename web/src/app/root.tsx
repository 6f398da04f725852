import { t } from '@lingui/core/macro'
import { TOAST_MS } from '@quack/contract/rules/limits'
import { useEffect } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { onErrorNotification } from '../data/api/error-notifications.ts'
import { Delayed } from '../ui/feedback/skeleton.tsx'
import { TooltipLayer } from '../ui/popup/tooltip-layer.tsx'
import { toast } from '../ui/toast/toast.ts'
import { Toaster } from '../ui/toast/toaster.tsx'
import { StatusBar } from './status-bar.tsx'
import { useArrival } from './use-arrival.ts'

/** The parts common to all screens. */
export function Root() {
  useArrival()
  useEffect(() => onErrorNotification(toast.error), [])
  return (
    <>
      <ArrivalBar />
      <Outlet />
      <Toaster ms={TOAST_MS}>
        <StatusBar />
      </Toaster>
      <TooltipLayer />
    </>
  )
}

/** A thin line at the top while the next screen loads. Not shown for short waits. */
function ArrivalBar() {
  const isLoading = useNavigation().state === 'loading'
  if (!isLoading) return null
  return (
    <Delayed>
      <div role="status" className="fixed inset-x-0 top-0 z-(--layer-notice) h-0.5 animate-shimmer bg-accent">
        <span className="sr-only">{t`Loading the page`}</span>
      </div>
    </Delayed>
  )
}
