import { plural } from '@lingui/core/macro'
import { type KeyboardEvent, type Ref, type RefObject, useImperativeHandle, useLayoutEffect, useState } from 'react'
import { isNamed, usePeopleNamed } from '../../data/members/people-named.ts'
import { isAlone, keyOf } from '../../ui/keys.ts'
import { useDebounced } from '../../ui/use-debounced.ts'
import type { TypedMention } from './mention-at.ts'
import { MentionList } from './mention-list.tsx'

export interface PickerHandle {
  /** Whether the key was for the list. */
  takeKey: (event: KeyboardEvent) => boolean
}

interface MentionPickerProps {
  ref: Ref<PickerHandle>
  area: RefObject<HTMLTextAreaElement | null>
  listId: string
  mention: TypedMention | null
  /** Called with the id of the active option, or null while there is no list. */
  onActive: (id: string | null) => void
  onDismiss: () => void
}

/** The list of members for the mention that is being typed. The focus stays in the text area. */
export function MentionPicker({ ref, area, listId, mention, onActive, onDismiss }: MentionPickerProps) {
  const [active, setActive] = useState({ start: -1, username: '' })
  const typed = mention?.name ?? ''
  // Until the request for the latest letters, those of the letters before.
  const found = usePeopleNamed(useDebounced(typed))
  const people = typed === '' ? [] : found.filter((person) => isNamed(person, typed))
  const activeIndex = Math.max(
    0,
    people.findIndex(({ username }) => active.start === mention?.start && active.username === username),
  )
  const count = people.length
  const activeId = count === 0 ? null : `${listId}-${activeIndex}`
  useLayoutEffect(() => onActive(activeId), [activeId, onActive])

  function activate(index: number): void {
    const username = people.at(index % people.length)?.username
    if (mention && username !== undefined) setActive({ start: mention.start, username })
  }
  function choose(index: number): void {
    const username = people[index]?.username
    if (!area.current || !mention || username === undefined) return
    area.current.setSelectionRange(mention.start, mention.start + 1 + mention.name.length)
    // Unlike an assignment, it can be undone.
    document.execCommand('insertText', false, `@${username} `)
  }
  function takeKey(event: KeyboardEvent): boolean {
    if (people.length === 0 || event.shiftKey || !isAlone(event.nativeEvent)) return false
    const key = keyOf(event.nativeEvent)
    if (key === 'ArrowDown') activate(activeIndex + 1)
    else if (key === 'ArrowUp') activate(activeIndex - 1)
    else if (key === 'Enter' || key === 'Tab') choose(activeIndex)
    else if (key === 'Escape') onDismiss()
    else return false
    event.preventDefault()
    // Escape would also close the dialog around it.
    event.stopPropagation()
    return true
  }
  useImperativeHandle(ref, () => ({ takeKey }))

  return (
    <>
      {mention && people.length > 0 && (
        <MentionList
          id={listId}
          area={area}
          start={mention.start}
          people={people}
          activeIndex={activeIndex}
          onActivate={activate}
          onChoose={choose}
        />
      )}
      <p role="status" className="sr-only">
        {count > 0 && plural(count, { one: '# member found', other: '# members found' })}
      </p>
    </>
  )
}
