import { useEffect, useEffectEvent } from 'react'
import { useOnDemand } from './use-on-demand.ts'

/** A part of a screen whose code is loaded as soon as it is wanted. Null until then. */
export function useCode<Module extends object>(load: () => Promise<Module>, isWanted = true): Module | null {
  const { module, open } = useOnDemand(load)
  const begin = useEffectEvent(open)
  useEffect(() => {
    if (isWanted) begin()
  }, [isWanted])
  return module
}
