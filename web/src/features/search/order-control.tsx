import type { SearchOrder } from '@quack/contract/calls/search'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'
import { SelectButton } from '../../ui/popup/select-button.tsx'

const OPTIONS: readonly { value: SearchOrder; label: string; hint?: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'best', label: 'Best match', hint: 'Among the newest 300' },
]

/** A button with the order of the found posts, and a menu of the others. */
export function OrderControl({ order, onChange }: { order: SearchOrder; onChange: (order: SearchOrder) => void }) {
  const popup = useOnDemand(() => import('../../ui/popup/select-menu.tsx'))
  const button = <SelectButton label="Order">{OPTIONS.find(({ value }) => value === order)?.label}</SelectButton>
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu trigger={trigger} label="Order" value={order} options={OPTIONS} onChange={onChange} />
      )}
    </LazyPopup>
  )
}
