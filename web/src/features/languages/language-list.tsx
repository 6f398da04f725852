import { t } from '@lingui/core/macro'
import { type ReactNode, type RefObject, useState } from 'react'
import { findLanguages, type Language, listLanguages } from '../../data/languages/names.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { keyOf } from '../../ui/keys.ts'

interface LanguageListProps {
  fieldRef: RefObject<HTMLInputElement | null>
  /** Codes that come first. */
  first?: readonly string[]
  children: (language: Language) => ReactNode
  /** Called when Enter is pressed in the field, with the first language that is shown. */
  onEnter?: (language: Language) => void
}

/** Languages by their own names, the member's first, and a field that searches them. */
export function LanguageList({ fieldRef, first = [], children, onEnter }: LanguageListProps) {
  const [typed, setTyped] = useState('')
  // In the order of the opening: what is chosen does not move under the pointer.
  const [all] = useState(() => {
    const languages = listLanguages()
    return [
      ...languages.filter(({ code }) => first.includes(code)),
      ...languages.filter(({ code }) => !first.includes(code)),
    ]
  })
  const found = findLanguages(all, typed)
  return (
    <>
      <div className="sticky top-0 z-(--layer-header) border-b bg-ground px-4 py-3">
        <TextField
          label={t`Search languages`}
          hideLabel
          ref={fieldRef}
          type="search"
          placeholder={t`Search languages`}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            const [best] = found
            if (keyOf(event.nativeEvent) !== 'Enter') return
            event.preventDefault()
            if (best && typed.trim() !== '') onEnter?.(best)
          }}
        />
      </div>
      <p role="status" className="px-4 py-6 text-center text-muted empty:hidden">
        {found.length === 0 && t`No such language`}
      </p>
      <ul aria-label={t`Languages`} className="py-1">
        {found.map((language) => (
          <li key={language.code}>{children(language)}</li>
        ))}
      </ul>
    </>
  )
}

/** A language by its own name, and in the language of the interface if that is another one. */
export function LanguageName({ language: { code, name, translated } }: { language: Language }) {
  return (
    <>
      <bdi lang={code}>{name}</bdi>
      {name.toLowerCase() !== translated.toLowerCase() && <span className="text-meta text-muted"> {translated}</span>}
    </>
  )
}
