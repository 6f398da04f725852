import type { Sort } from '@quack/contract/limits'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { buttonClass } from '../../ui/button-class.ts'

const load = () => import('../../ui/select-menu.tsx')
const SortMenu = lazy(async () => ({ default: (await load()).SelectMenu<Sort> }))

const OPTIONS: readonly { value: Sort; label: string }[] = [
  { value: 'trending', label: 'Trending' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'latest', label: 'Latest' },
]

/** '{Sort} Posts', and a menu of the other ways to order them, which is loaded when a hand or the focus comes near. */
export function SortControl({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const [isArmed, setArmed] = useState(false)
  const text = `${OPTIONS.find((option) => option.value === sort)?.label ?? ''} Posts`
  const idle = (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setArmed(true)}
      className={buttonClass({ variant: 'ghost' }, '-me-3 px-3')}
    >
      <span className="sr-only">Sort: </span>
      {text}
      <ChevronDown size={18} aria-hidden="true" />
    </button>
  )
  if (!isArmed) return idle
  return (
    <Suspense fallback={idle}>
      <SortMenu label="Sort" value={sort} options={OPTIONS} onChange={onChange} text={text} defaultOpen />
    </Suspense>
  )
}
