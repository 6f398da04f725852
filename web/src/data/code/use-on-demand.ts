import { useEffect, useEffectEvent, useState } from 'react'
import { reportFailure } from '../api/error-notifications.ts'
import { loadCode } from './load-code.ts'

/**
 * A dialog or menu whose code is loaded when it is first opened. `module` is null until then. Not React.lazy: on a
 * network failure, that would replace the whole page by an error. This reports the failure and keeps the page.
 */
export function useOnDemand<Module extends object>(load: () => Promise<Module>) {
  const [module, setModule] = useState<Module | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isShown, setShown] = useState(false)

  async function open(): Promise<void> {
    try {
      if (!module) setModule(await loadCode(load))
      setOpen(true)
      setShown(true)
    } catch (error) {
      reportFailure(error)
    }
  }
  /** Preloads the code, on hover or focus. Ignores a failure. */
  function prepare(): void {
    load().catch(() => undefined)
  }
  const forget = () => setShown(false)
  return {
    module,
    open: () => void open(),
    prepare,
    /** Whether it is open, for a dialog. */
    props: { open: isOpen, onOpenChange: setOpen, onClosed: forget },
    /** `module` from opening until `forget`, which unmounts a closed dialog so that it next opens with fresh state. */
    shown: isShown ? module : null,
    forget,
  }
}

/** A part of a screen whose code is loaded as soon as it is wanted. Null until then. */
export function useCode<Module extends object>(load: () => Promise<Module>, isWanted = true): Module | null {
  const { module, open } = useOnDemand(load)
  const begin = useEffectEvent(open)
  useEffect(() => {
    if (isWanted) begin()
  }, [isWanted])
  return module
}
