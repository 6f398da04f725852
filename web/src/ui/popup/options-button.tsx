import { Ellipsis } from 'lucide-react'
import { IconButton } from '../button/icon-button.tsx'
import { LazyPopup, type LazyPopupProps } from './lazy-popup.tsx'

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
