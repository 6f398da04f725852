import { ChevronDown, Ellipsis } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { buttonClass } from '../button/button-class.ts'
import { IconButton } from '../button/icon-button.tsx'
import { focusIfLost } from '../focus.ts'

/** A popup's code, null until it is loaded. `useOnDemand` returns it. */
export interface PopupCode<Module> {
  module: Module | null
  open: () => void
  prepare: () => void
}

interface LazyPopupProps<Module> {
  popup: PopupCode<Module>
  kind: 'menu' | 'dialog'
  /** The button that opens the popup. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: (module: Module, trigger: ReactElement) => ReactNode
}

/** A button whose popup's code is preloaded on hover or focus, and loaded on the first click, which opens it. */
export function LazyPopup<Module>({ popup, kind, trigger, children }: LazyPopupProps<Module>) {
  if (popup.module) return <PressOnMount>{children(popup.module, trigger)}</PressOnMount>
  return cloneElement(trigger, {
    'aria-haspopup': kind,
    'aria-expanded': false,
    onPointerEnter: popup.prepare,
    onFocus: popup.prepare,
    onClick: popup.open,
  })
}

/**
 * Clicks its button when it mounts: it replaces a button whose click loaded the code. Mounting the menu open instead
 * would not focus its first entry.
 */
function PressOnMount({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLSpanElement>(null)
  const isPressed = useRef(false)
  // In the commit that removes the button before it. Later, a dialog around it would have taken the focus that is lost,
  // and the popup would close. A dialog that is opened from the menu gives the focus back to what had it before the
  // menu.
  useLayoutEffect(() => focusIfLost(frame.current?.querySelector('button')), [])
  useEffect(() => {
    if (isPressed.current) return
    isPressed.current = true
    frame.current?.querySelector('button')?.click()
  }, [])
  return (
    <span ref={frame} className="contents">
      {children}
    </span>
  )
}

interface OptionsButtonProps<Module> extends Pick<LazyPopupProps<Module>, 'popup' | 'children'> {
  label: string
  tooltip?: boolean
}

/** Three dots, whose menu is loaded on demand. */
export function OptionsButton<Module>({ label, tooltip = true, ...popup }: OptionsButtonProps<Module>) {
  const button = (
    <IconButton label={label} tooltip={tooltip}>
      <Ellipsis size={18} aria-hidden="true" />
    </IconButton>
  )
  return <LazyPopup kind="menu" trigger={button} {...popup} />
}

interface SelectButtonProps extends ComponentProps<'button'> {
  /** What is chosen here, for assistive technology. It is read before the children, which are the chosen option. */
  label: string
}

/** A button for a SelectMenu. */
export function SelectButton({ label, children, ...rest }: SelectButtonProps) {
  return (
    <button type="button" {...rest} className={buttonClass({ variant: 'ghost' }, '-me-3 px-3')}>
      <span className="sr-only">{label}: </span>
      {children}
      <ChevronDown size={18} aria-hidden="true" />
    </button>
  )
}
