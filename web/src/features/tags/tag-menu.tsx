import { useOnDemand } from '../../data/code/use-on-demand.ts'
import type { TagName } from '../../data/tags/tag-follows.ts'
import { OptionsButton } from '../../ui/popup/lazy-popup.tsx'

interface TagMenuProps {
  tag: TagName
  /** The `_id` of the muted word that mutes the tag, if there is one. */
  mutedWord?: string | undefined
  /** The accessible name of the button. */
  label: string
}

/** The menu that mutes or unmutes a tag. */
export function TagMenu({ tag, mutedWord, label }: TagMenuProps) {
  const popup = useOnDemand(() => import('./tag-menu-popup.tsx'))
  return (
    <OptionsButton label={label} popup={popup}>
      {({ TagMenuPopup }, trigger) => <TagMenuPopup trigger={trigger} tag={tag} mutedWord={mutedWord} />}
    </OptionsButton>
  )
}
