import type { Sort } from '@quack/contract/rules/limits'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'
import { SelectButton } from '../../ui/popup/select-button.tsx'

const OPTIONS: readonly { value: Sort; label: string }[] = [
  { value: 'trending', label: 'Trending' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'latest', label: 'Latest' },
]

/** A button '{Sort} Posts' with a menu of the sort orders. */
export function SortControl({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const popup = useOnDemand(() => import('../../ui/popup/select-menu.tsx'))
  const button = <SelectButton label="Sort">{OPTIONS.find(({ value }) => value === sort)?.label} Posts</SelectButton>
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu trigger={trigger} label="Sort" value={sort} options={OPTIONS} onChange={onChange} />
      )}
    </LazyPopup>
  )
}
