import type { Sort } from '@quack/contract/limits'
import { SelectMenu } from '../../ui/select-menu.tsx'

const OPTIONS: readonly { value: Sort; label: string }[] = [
  { value: 'trending', label: 'Trending' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'latest', label: 'Latest' },
]

/** '{Sort} Posts', and a menu of the other ways to order them. */
export function SortControl({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const label = OPTIONS.find((option) => option.value === sort)?.label ?? ''
  return <SelectMenu label="Sort" value={sort} options={OPTIONS} onChange={onChange} text={`${label} Posts`} />
}
