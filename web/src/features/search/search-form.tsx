import { SEARCH_LENGTH_MAX } from '@quack/contract/limits'
import { Search as Icon } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'

interface SearchFormProps {
  q: string
  onSearch: (q: string) => void
}

/** The search field of the page of results. */
export function SearchForm({ q, onSearch }: SearchFormProps) {
  const [text, setText] = useState(q)
  useEffect(() => setText(q), [q])

  function submit(event: FormEvent): void {
    event.preventDefault()
    onSearch(text.trim())
  }

  return (
    <form onSubmit={submit} className="relative min-w-0 flex-1">
      <Icon size={18} aria-hidden="true" className="absolute inset-y-0 start-3 my-auto text-muted" />
      <input
        type="search"
        aria-label="Search"
        placeholder="Search"
        enterKeyHint="search"
        maxLength={SEARCH_LENGTH_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className="h-10 w-full rounded-full border border-edge bg-ground ps-10 pe-4 pointer-coarse:text-[1rem] focus-visible:border-accent focus-visible:outline-offset-0"
      />
    </form>
  )
}
