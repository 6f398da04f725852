import { Dialog as Base } from '@base-ui/react/dialog'
import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { IconButton } from '../button/icon-button.tsx'
import type { DialogState } from './dialog.tsx'

interface WindowDialogProps
  extends Omit<DialogState, 'onClosed'>,
    Pick<ComponentProps<typeof Base.Popup>, 'finalFocus' | 'onKeyDown'> {
  /** For screen readers. */
  title: string
  children: ReactNode
}

/** A modal dialog that fills the window. It is dark in both themes. */
export function WindowDialog({ open, onOpenChange, title, finalFocus, onKeyDown, children }: WindowDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          data-dark
          className="fixed inset-0 z-(--layer-dialog) flex h-dvh flex-col bg-ground text-ink outline-none transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Base.Title className="sr-only">{title}</Base.Title>
          <Base.Close
            render={
              <IconButton
                label={t`Close`}
                tooltip={false}
                tone="floating"
                className="absolute start-2 top-[calc(0.5rem+env(safe-area-inset-top))] z-(--layer-header)"
              />
            }
          >
            <X size={20} aria-hidden="true" />
          </Base.Close>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
