import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { ChevronDown, CircleQuestionMark } from 'lucide-react'
import { useState } from 'react'
import { translate } from '../../locale/messages.ts'
import { cx } from '../../ui/cx.ts'
import { AppliedParts } from './applied-parts.tsx'
import { chipClass } from './chip-class.ts'
import { DateFilter } from './date-filter.tsx'
import { ListFilter } from './list-filter.tsx'
import { SearchHelp } from './search-help.tsx'
import { findPart, partsIn, withoutPart, withPart } from './search-text.ts'

const SWITCHES: readonly { part: string; label: MessageDescriptor }[] = [
  { part: 'from:me', label: msg({ message: 'From me', comment: 'Search in own posts' }) },
  { part: 'has:picture', label: msg({ message: 'Picture', comment: 'Search posts that have one' }) },
  { part: 'has:video', label: msg({ message: 'Video', comment: 'Search posts that have one' }) },
  { part: 'has:link', label: msg({ message: 'Link', comment: 'Search posts that have one' }) },
  { part: 'has:poll', label: msg({ message: 'Poll', comment: 'Search posts that have one' }) },
]

interface SearchFiltersProps {
  /** The text of the field. */
  text: string
  /** Searches for the text with or without a part. */
  onChange: (text: string) => void
  /** Whether it is what has been searched for. What is being typed is not wrong yet. */
  isSearched: boolean
  /** Whether the member after `from:` is unknown. */
  isFromUnknown: boolean
}

/** Operators of a search, as buttons that write them into the text or remove them. */
export function SearchFilters({ text, isSearched, isFromUnknown, onChange }: SearchFiltersProps) {
  const [panel, setPanel] = useState<'dates' | 'help' | null>(null)
  const toggle = (next: 'dates' | 'help') => setPanel(panel === next ? null : next)
  const isDated = partsIn(text).some(({ part: { kind } }) => kind === 'before' || kind === 'after')
  return (
    <div className="mt-3 flex flex-col gap-3">
      <fieldset aria-label={t`Filters`} className="flex min-w-0 flex-wrap gap-2">
        {SWITCHES.map(({ part, label }) => {
          const found = findPart(text, part)
          return (
            <button
              key={part}
              type="button"
              aria-pressed={found !== undefined}
              data-tooltip={part}
              onClick={() => onChange(found ? withoutPart(text, found) : withPart(text, part))}
              className={chipClass(found ? 'on' : 'off')}
            >
              {translate(label)}
            </button>
          )
        })}
        <ListFilter text={text} onChange={onChange} />
        <button
          type="button"
          aria-expanded={panel === 'dates'}
          onClick={() => toggle('dates')}
          className={chipClass(isDated ? 'on' : 'off')}
        >
          {t`Dates`}
          <ChevronDown size={16} aria-hidden="true" className={cx(panel === 'dates' && 'rotate-180')} />
        </button>
        <button
          type="button"
          aria-label={t`How to search`}
          data-tooltip={t`How to search`}
          aria-expanded={panel === 'help'}
          onClick={() => toggle('help')}
          className="inline-grid size-8 place-items-center rounded-full text-muted transition-colors hover:bg-hover hover:text-ink"
        >
          <CircleQuestionMark size={20} aria-hidden="true" />
        </button>
      </fieldset>
      {panel === 'dates' && <DateFilter key={text} text={text} onChange={onChange} />}
      <AppliedParts text={text} isSearched={isSearched} isFromUnknown={isFromUnknown} onChange={onChange} />
      {panel === 'help' && <SearchHelp />}
    </div>
  )
}
