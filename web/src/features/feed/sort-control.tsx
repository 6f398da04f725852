import type { Sort } from '@quack/contract/limits'
import { ChevronDown } from 'lucide-react'
import { useOnDemand } from '../../data/use-on-demand.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { PressOnMount } from '../../ui/press-on-mount.tsx'

const OPTIONS: readonly { value: Sort; label: string }[] = [
  { value: 'trending', label: 'Trending' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'latest', label: 'Latest' },
]

/** A button '{Sort} Posts' with a menu of the sort orders. */
export function SortControl({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const { module, open, prepare } = useOnDemand(() => import('../../ui/select-menu.tsx'))
  const text = `${OPTIONS.find((option) => option.value === sort)?.label ?? ''} Posts`
  if (module) {
    return (
      <PressOnMount>
        <module.SelectMenu label="Sort" value={sort} options={OPTIONS} onChange={onChange} text={text} />
      </PressOnMount>
    )
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={open}
      className={buttonClass({ variant: 'ghost' }, '-me-3 px-3')}
    >
      <span className="sr-only">Sort: </span>
      {text}
      <ChevronDown size={18} aria-hidden="true" />
    </button>
  )
}
