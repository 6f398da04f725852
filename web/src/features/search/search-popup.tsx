import { plural, t } from '@lingui/core/macro'
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { forgetSearches, useRecentSearches } from '../../data/search/recent-searches.ts'
import { useSearchSuggestions } from '../../data/search/search.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { keyOf } from '../../ui/keys.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import { OPERATORS } from './completions.ts'
import { narrow, type Option, optionsFor, readTyped } from './options.ts'
import { RecentButtons } from './recent-buttons.tsx'
import { SearchOption } from './search-option.tsx'

export interface PopupHandle {
  /** Whether the key was for the list. */
  takeKey: (event: KeyboardEvent) => boolean
  /** Whether there is something to see. */
  isVisible: boolean
}

interface SearchPopupProps {
  ref: Ref<PopupHandle>
  input: RefObject<HTMLInputElement | null>
  listId: string
  text: string
  caret: number
  /** Whether the page of results is below it, with filters, which are not covered without need. */
  isAboveResults: boolean
  /** Called with the id of the active option, null for none; undefined while there is no list. */
  onActive: (id: string | null | undefined) => void
  onSearch: (text: string) => void
  onClose: () => void
}

/**
 * What is below the search field while it has the focus, which stays there: suggestions, recent searches, operators.
 */
export function SearchPopup(props: SearchPopupProps) {
  const { ref, input, listId, text, caret, isAboveResults, onActive, onSearch, onClose } = props
  const navigate = useNavigate()
  const typed = readTyped(text, caret)
  const recent = useRecentSearches()
  const settled = useDebounced(typed.asked, typed.asked)
  const { isComplete, ...found } = useSearchSuggestions(settled)
  // Until the answer for what is typed now, what fits of the one before.
  const fitting = isComplete && settled === typed.asked ? found : narrow(found, typed.asked)
  const all = optionsFor(typed, recent, fitting)
  const options = isAboveResults && all.every(({ kind }) => kind === 'search') ? [] : all
  const hasOperators = typed.word === null && !isAboveResults
  /** Typing ends the choice: Enter then searches for what is typed. */
  const [active, setActive] = useState({ text: '', key: '' })
  const activeIndex = options.findIndex(({ key }) => active.text === text && active.key === key)
  const activeId = activeIndex < 0 ? null : `${listId}-${activeIndex}`
  const shownId = options.length === 0 ? undefined : activeId
  useLayoutEffect(() => onActive(shownId), [shownId, onActive])
  useEffect(() => {
    if (activeId !== null) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  /** Puts a text in the place of the word that is being typed. */
  function insert(words: string): void {
    input.current?.focus()
    input.current?.setSelectionRange(typed.word?.start ?? caret, caret)
    // Unlike an assignment, it can be undone.
    document.execCommand('insertText', false, words)
  }
  function choose(option: Option): void {
    if (option.insert !== undefined) insert(option.insert)
    else if (option.kind === 'person') open(paths.profile(option.person.username))
    else if (option.kind === 'tag') open(paths.tag(option.tag.key))
    else onSearch(option.text)
  }
  function open(path: string): void {
    onClose()
    void navigate(path)
  }
  /** Arrow keys lead through the options and, between the last and the first, back to what is typed. */
  function move(by: 1 | -1): void {
    const places = options.length + 1
    const next = (activeIndex + 1 + by + places) % places
    setActive({ text, key: options[next - 1]?.key ?? '' })
  }
  function takeKey(event: KeyboardEvent): boolean {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const chosen = options[activeIndex]
    const key = keyOf(event.nativeEvent)
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (chosen && (key === 'Enter' || (key === 'Tab' && chosen.insert !== undefined))) choose(chosen)
    else return false
    event.preventDefault()
    return true
  }
  const isVisible = options.length > 0 || hasOperators
  useImperativeHandle(ref, () => ({ takeKey, isVisible }))

  if (!isVisible) return null
  const isRecent = text.trim() === '' && recent.length > 0
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press on what is no control must not take the focus either
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-(--layer-popup) mt-1.5 max-h-[min(28rem,70dvh)] animate-appear overflow-y-auto overscroll-contain rounded-2xl border bg-raised py-1.5 text-ink shadow-float max-md:max-h-[45dvh]"
    >
      {isRecent && (
        <div className="flex items-center justify-between ps-4 pe-2">
          <p className="font-semibold text-meta text-muted">{t`Recent searches`}</p>
          <button
            type="button"
            onClick={() => {
              forgetSearches()
              input.current?.focus()
            }}
            className="min-h-9 rounded-full px-2 font-semibold text-accent text-meta hover:underline"
          >
            {t`Clear all`}
          </button>
        </div>
      )}
      <div className="flex">
        {options.length > 0 && (
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={isRecent ? t`Recent searches` : t`Suggestions`}
            className="min-w-0 flex-1"
          >
            {options.map((option, index) => (
              <SearchOption
                key={option.key}
                id={`${listId}-${index}`}
                option={option}
                isActive={index === activeIndex}
                onChoose={() => choose(option)}
              />
            ))}
          </div>
        )}
        {isRecent && <RecentButtons searches={recent} onRemoved={() => input.current?.focus()} />}
      </div>
      {hasOperators && <OperatorChips onChoose={insert} />}
      <p role="status" className="sr-only">
        {options.length > 0 && plural({ count: options.length }, { one: '# suggestion', other: '# suggestions' })}
      </p>
    </div>
  )
}

/** The operators of a search, to be inserted. */
function OperatorChips({ onChoose }: { onChoose: (text: string) => void }) {
  return (
    <ul aria-label={t`Operators`} className="flex flex-wrap gap-2 px-4 py-2">
      {OPERATORS.map(({ name, hint }) => (
        <li key={name}>
          <button
            type="button"
            aria-label={`${name} ${translate(hint)}`}
            data-tooltip={translate(hint)}
            onClick={() => onChoose(name)}
            className="min-h-8 rounded-full border border-edge px-3 text-meta transition-colors hover:bg-hover"
          >
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  )
}
