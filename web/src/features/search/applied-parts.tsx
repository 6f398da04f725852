import { t } from '@lingui/core/macro'
import { TriangleAlert, X } from 'lucide-react'
import { chipClass } from './chip-class.ts'
import { type PlacedPart, partsIn, problemText, withoutPart } from './search-text.ts'

interface AppliedPartsProps {
  text: string
  /** Whether the text has been searched for. What is being typed is not wrong yet. */
  isSearched: boolean
  isFromUnknown: boolean
  onChange: (text: string) => void
}

/**
 * The parts of a search that have no button of their own, to be removed: names, tags, languages, dates, and what is
 * wrong.
 */
export function AppliedParts({ text, isSearched, isFromUnknown, onChange }: AppliedPartsProps) {
  const placed = partsIn(text).filter((each) => hasNoButton(each) && (isSearched || each.part.kind !== 'invalid'))
  if (placed.length === 0) return null
  return (
    <ul aria-label={t`Operators in this search`} className="flex min-w-0 flex-wrap gap-2">
      {placed.map((each) => {
        const { part, start } = each
        const isWrong = part.kind === 'invalid' || (part.kind === 'from' && isFromUnknown)
        const hint = part.kind === 'invalid' ? problemText(part.problem) : undefined
        return (
          <li key={start} className="min-w-0">
            <button
              type="button"
              aria-label={t`Remove ${{ operator: part.text }}`}
              aria-description={hint}
              data-tooltip={hint}
              onClick={() => onChange(withoutPart(text, each))}
              className={chipClass(isWrong ? 'wrong' : 'on')}
            >
              {isWrong && <TriangleAlert size={14} className="shrink-0" aria-hidden="true" />}
              <bdi className="truncate">{part.text}</bdi>
              <X size={14} className="shrink-0" aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function hasNoButton({ part }: PlacedPart): boolean {
  if (part.kind === 'from') return part.name.toLowerCase() !== 'me'
  if (part.kind === 'lang') return true
  return part.kind === 'tag' || part.kind === 'before' || part.kind === 'after' || part.kind === 'invalid'
}
