import { t } from '@lingui/core/macro'
import { SEARCH_LENGTH_MAX } from '@quack/contract/rules/limits'
import { Search, X } from 'lucide-react'
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import { loadCode } from '../../data/code/load-code.ts'
import { rememberSearch } from '../../data/search/recent-searches.ts'
import { paths } from '../../paths.ts'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { focusMain } from '../../ui/focus.ts'
import { areSingleKeysOn, keyed, keyOf } from '../../ui/keys.ts'
import { useIsSearchFocused } from './search-focus.ts'
import type { PopupHandle } from './search-popup.tsx'

export interface SearchFieldProps {
  /** What is searched for now. */
  q?: string
  /** Which search it is. With another one, the field has the text `q` again. */
  searchId?: string
  /** By default, it opens the page of results. */
  onSearch?: (q: string) => void
  /** Called with the text of the field, whatever has changed it. */
  onText?: (text: string) => void
}

/**
 * The search field. What it offers while it has the focus is loaded on demand: without it, searches are typed in full.
 */
export function SearchField({ q = '', searchId, onSearch, onText }: SearchFieldProps) {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const popup = useRef<PopupHandle>(null)
  const listId = useId()
  const isAsked = useIsSearchFocused()
  // The next word follows after a space.
  const [typed, setTyped] = useState({ text: isAsked && q !== '' ? `${q} ` : q, q, searchId })
  const setText = (next: string) => setTyped({ text: next, q, searchId })
  /** What was searched for here, until its page arrives: the text may be another one by then. */
  const [sent, setSent] = useState<string | null>(null)
  const isArrival = typed.q !== q || typed.searchId !== searchId
  const text = isArrival && q !== sent ? q : typed.text
  const [caret, setCaret] = useState(text.length)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState<string | null | undefined>()
  const [code, prepare] = useSearchPopup()
  const shown = isOpen ? code : null
  const activeId = shown ? active : undefined
  // Before anything else can be typed.
  useLayoutEffect(() => {
    if (!isArrival) return
    setTyped({ text, q, searchId })
    setSent(null)
  }, [isArrival, text, q, searchId])
  const tell = useEffectEvent((now: string) => onText?.(now))
  useEffect(() => tell(text), [text])
  const focusEnd = useEffectEvent(() => {
    input.current?.focus()
    input.current?.setSelectionRange(text.length, text.length)
  })
  useEffect(() => {
    if (isAsked) focusEnd()
  }, [isAsked])

  function search(words: string): void {
    const wanted = words.trim()
    if (wanted === '') return
    rememberSearch(wanted)
    setText(wanted)
    setSent(wanted)
    leave()
    if (onSearch) onSearch(wanted)
    else void navigate(paths.search({ q: wanted }))
  }
  function leave(): void {
    setOpen(false)
    focusMain()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    search(text)
  }
  function onSelect({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    setCaret(currentTarget.selectionStart ?? currentTarget.value.length)
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (popup.current?.takeKey(event) || !/^Arrow(Up|Down)$/.test(keyOf(event.nativeEvent) ?? '')) return
    event.preventDefault()
    setOpen(true)
  }
  function onEscape(event: KeyboardEvent) {
    if (keyOf(event.nativeEvent) !== 'Escape') return
    event.preventDefault()
    if (!popup.current?.isVisible) return leave()
    input.current?.focus()
    setOpen(false)
  }
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    <form onSubmit={onSubmit} onKeyDown={onEscape} onBlur={onBlur} className="relative min-w-0 flex-1">
      <Search
        size={18}
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto text-muted"
      />
      <input
        ref={input}
        {...keyed('/')}
        role="combobox"
        type="text"
        dir="auto"
        aria-label={t`Search`}
        aria-autocomplete="list"
        aria-expanded={activeId !== undefined}
        aria-controls={activeId === undefined ? undefined : listId}
        aria-activedescendant={activeId ?? undefined}
        placeholder={t`Search`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={SEARCH_LENGTH_MAX}
        value={text}
        onPointerEnter={prepare}
        onFocus={() => {
          prepare()
          // A text that is there is a search that was made: its results are not to be covered.
          if (text === '') setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onChange={(event) => {
          setText(event.target.value)
          onSelect(event)
          setOpen(true)
        }}
        onSelect={onSelect}
        onKeyDown={onKeyDown}
        className="h-11 w-full rounded-full border border-edge bg-ground pr-11 pl-10 pointer-coarse:text-[1rem] transition-colors focus-visible:border-accent focus-visible:outline-offset-0 rtl:pr-10 rtl:pl-11 rtl:text-right"
      />
      {text === '' ? (
        areSingleKeysOn() && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 my-auto hidden h-5 rounded border px-1.5 font-sans text-muted text-small pointer-fine:block"
          >
            /
          </span>
        )
      ) : (
        <IconButton
          label={t`Clear search`}
          tooltip={false}
          onClick={() => {
            setText('')
            input.current?.focus()
            setOpen(true)
          }}
          className="absolute! end-0.5 top-0.5"
        >
          <X size={18} aria-hidden="true" />
        </IconButton>
      )}
      {shown && (
        <shown.SearchPopup
          ref={popup}
          input={input}
          listId={listId}
          text={text}
          caret={caret}
          isAboveResults={onSearch !== undefined}
          onActive={setActive}
          onSearch={search}
          onClose={leave}
        />
      )}
    </form>
  )
}

/** The code of what is below the field, and a function that loads it. After a failure the next focus tries again. */
function useSearchPopup() {
  const [code, setCode] = useState<typeof import('./search-popup.tsx') | null>(null)
  const prepare = () => {
    if (!code) loadCode(() => import('./search-popup.tsx')).then(setCode, () => undefined)
  }
  return [code, prepare] as const
}
