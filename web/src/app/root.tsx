import { TOAST_MS } from '@quack/contract/limits'
import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { onErrorNotification } from '../data/error-notifications.ts'
import { toast } from '../ui/toast.ts'
import { Toaster } from '../ui/toaster.tsx'
import { TooltipLayer } from '../ui/tooltip-layer.tsx'
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
