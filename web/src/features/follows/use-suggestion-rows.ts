import { t } from '@lingui/core/macro'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { fullName, getPerson } from '../../data/members/people.ts'
import { replaceSuggestion, SUGGESTIONS } from '../../data/members/people-lists.ts'
import { focusMain } from '../../ui/focus.ts'

interface SuggestionRows {
  list: RefObject<HTMLUListElement | null>
  shown: readonly string[]
  /** Loads further suggestions, after a member was followed. */
  prepare: () => void
  leave: (username: string) => void
  /** The text of a live region: who was added to the list. */
  announcement: string
}

/** The visible suggestions. A row that leaves is replaced by the next suggestion, which takes over its focus. */
export function useSuggestionRows({ keys, loadMore }: KeyList): SuggestionRows {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<{ index: number; hadFocus: boolean; size: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const shown = keys?.slice(0, SUGGESTIONS) ?? []
  const names = shown.join()

  /** The rows as they are on the screen. */
  const rows = useRef<readonly string[]>([])

  function leave(username: string) {
    void replaceSuggestion(username, () => {
      const index = rows.current.indexOf(username)
      if (index < 0) return
      const hadFocus = list.current?.children[index]?.contains(document.activeElement) ?? false
      // If two rows leave together, keep the one that had the focus.
      if (!left.current?.hadFocus) left.current = { index, hadFocus, size: rows.current.length }
    })
  }

  useLayoutEffect(() => {
    rows.current = names === '' ? [] : names.split(',')
    if (!left.current) return
    const { index, hadFocus, size } = left.current
    left.current = null
    if (hadFocus) {
      // Not the button: pressing the same key again would follow the next member.
      const row = list.current?.children[index] ?? list.current?.lastElementChild
      const link = row?.querySelector('a')
      if (link) link.focus({ preventScroll: true })
      else focusMain()
    } else if (rows.current.length === size) {
      const person = getPerson(rows.current[index] ?? '')
      if (person) setAnnouncement(t`New suggestion: ${{ name: fullName(person) }}`)
    }
  }, [names])

  return {
    list,
    shown,
    prepare: () => {
      if (keys && keys.length < 2 * SUGGESTIONS) loadMore()
    },
    leave,
    announcement,
  }
}
