import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { SearchList } from '@quack/contract/rules/search/search-query'
import { ChevronDown } from 'lucide-react'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { translate } from '../../locale/messages.ts'
import { LazyPopup } from '../../ui/popup/lazy-popup.tsx'
import { chipClass } from './chip-class.ts'
import { partsIn, withoutOperator, withPart } from './search-text.ts'

const OPTIONS: readonly { value: SearchList | 'anywhere'; label: MessageDescriptor }[] = [
  { value: 'anywhere', label: msg({ message: 'Anywhere', comment: 'Where posts are searched' }) },
  { value: 'bookmarks', label: msg`In my bookmarks` },
  { value: 'likes', label: msg`In my likes` },
  { value: 'following', label: msg`From people I follow` },
]

interface ListFilterProps {
  text: string
  onChange: (text: string) => void
}

/** The operator `in:`, as a menu. */
export function ListFilter({ text, onChange }: ListFilterProps) {
  const popup = useOnDemand(() => import('../../ui/popup/select-menu.tsx'))
  const part = partsIn(text).find(({ part: { kind } }) => kind === 'in')?.part
  const value = part?.kind === 'in' ? part.list : 'anywhere'
  const options = OPTIONS.map(({ value, label }) => ({ value, label: translate(label) }))
  const button = (
    <button type="button" className={chipClass(value === 'anywhere' ? 'off' : 'on')}>
      <span className="sr-only">
        {t({ message: 'Where:', comment: 'Posts are searched. Before what is chosen, such as: In my likes' })}{' '}
      </span>
      {options.find((option) => option.value === value)?.label}
      <ChevronDown size={16} aria-hidden="true" />
    </button>
  )
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu
          trigger={trigger}
          label={t({ message: 'Where', comment: 'Posts are searched' })}
          align="start"
          value={value}
          options={options}
          onChange={(list) =>
            onChange(list === 'anywhere' ? withoutOperator(text, 'in') : withPart(text, `in:${list}`))
          }
        />
      )}
    </LazyPopup>
  )
}
