import { useState } from 'react'
import { reportFailure } from './error-notifications.ts'
import { loadCode } from './load-code.ts'

/**
 * A dialog or menu whose code is fetched when it is first asked for. `module` is null until then. Not React.lazy: where
 * the network fails, that takes the whole page down; this says so and leaves the page as it is.
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
  /** For when a hand or the focus comes near: has the code ready, and does not mind if that fails. */
  function prepare(): void {
    load().catch(() => undefined)
  }
  return {
    module,
    isOpen,
    setOpen,
    open: () => void open(),
    prepare,
    /** `module` from when it opens until `forget`: for a dialog that starts anew each time, called once it has left. */
    shown: isShown ? module : null,
    forget: () => setShown(false),
  }
}
