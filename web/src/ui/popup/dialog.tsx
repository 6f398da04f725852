import { Dialog as Base } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import { cx } from '../cx.ts'

/** Whether a dialog is open. `useOnDemand` returns it as `props`. */
export interface DialogState {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the closing transition. */
  onClosed?: (() => void) | undefined
}

interface DialogProps extends DialogState {
  title: string
  /** At the end of the heading row, for example Save. */
  action?: ReactNode
  /** Stays at the bottom while the body scrolls. */
  footer?: ReactNode
  size?: 'small' | 'medium'
  /** On a phone: full screen, or a sheet at the bottom for short content. */
  phone?: 'screen' | 'sheet'
  /** The element to focus first. By default the first control of the dialog. */
  initialFocus?: RefObject<HTMLElement | null>
  /** The element to focus when it closes, or true for the one that opened it, which is the default. */
  finalFocus?: (() => HTMLElement | true | null) | undefined
  children: ReactNode
}

/**
 * A modal dialog. It traps the focus while it is open, and returns it when it closes. Load its users lazily, because it
 * depends on Base UI.
 */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    action,
    footer,
    size = 'medium',
    phone = 'screen',
    initialFocus,
    finalFocus,
    onClosed,
    children,
  } = props
  return (
    <Base.Root
      open={open}
      onOpenChange={onOpenChange}
      onOpenChangeComplete={(isOpen) => {
        if (!isOpen) onClosed?.()
      }}
    >
      <Base.Portal>
        {/* Also over a dialog that this one was opened from. */}
        <Base.Backdrop
          forceRender
          className="fixed inset-0 z-(--layer-dialog) bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Base.Viewport className="fixed inset-0 z-(--layer-dialog) flex items-end md:items-start md:justify-center md:px-4 md:pt-[8vh] md:pb-4">
          <Base.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus}
            className={cx(
              'flex max-h-dvh w-full flex-col bg-ground outline-none md:max-h-[84vh] md:rounded-2xl md:border md:shadow-float',
              phone === 'screen' ? 'max-md:h-dvh' : 'max-md:rounded-t-2xl max-md:border-t',
              'transition-[opacity,transform] duration-150 ease-out',
              'data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0',
              size === 'medium' ? 'md:max-w-150' : 'md:max-w-105',
            )}
          >
            <header
              className={cx(
                'flex min-h-14 shrink-0 items-center gap-2 border-b px-2',
                phone === 'screen' && 'max-md:pt-[env(safe-area-inset-top)]',
              )}
            >
              <Base.Close render={<IconButton label={t`Close`} tooltip={false} />}>
                <X size={20} aria-hidden="true" />
              </Base.Close>
              {/* In other languages, the verb may be last, and from right to left, a username would lose its start. */}
              <Base.Title className="min-w-0 flex-1 truncate font-bold text-large not-[:lang(en)]:wrap-anywhere not-[:lang(en)]:whitespace-normal not-[:lang(en)]:py-2">
                {title}
              </Base.Title>
              {action && <div className="shrink-0 pe-2">{action}</div>}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
            {footer && (
              <footer className="shrink-0 border-t px-4 py-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:pb-3">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
