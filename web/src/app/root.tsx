import { TOAST_MS } from '@quack/contract/rules/limits'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { onErrorNotification } from '../data/api/error-notifications.ts'
import { TooltipLayer } from '../ui/popup/tooltip-layer.tsx'
import { toast } from '../ui/toast/toast.ts'
import { Toaster } from '../ui/toast/toaster.tsx'
import { ArrivalBar } from './arrival-bar.tsx'
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
