import { t } from '@lingui/core/macro'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { fullName, type Person } from '../../data/members/people.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { placeList } from './place-list.ts'

interface MentionListProps {
  id: string
  area: RefObject<HTMLTextAreaElement | null>
  /** The offset in the text at whose line it is. */
  start: number
  people: readonly Person[]
  activeIndex: number
  onActivate: (index: number) => void
  onChoose: (index: number) => void
}

/** A popover: no dialog or list around it clips it. */
export function MentionList({ id, area, start, people, activeIndex, onActivate, onChoose }: MentionListProps) {
  const list = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => list.current?.showPopover(), [])
  const place = useEffectEvent(() => {
    if (list.current && area.current) placeList(list.current, area.current, start)
  })
  // After each render: it may have other members, or be at another line.
  useLayoutEffect(() => place())
  useLayoutEffect(() => {
    // When the layout has followed a new size of the window.
    const observer = new ResizeObserver(() => place())
    if (area.current) observer.observe(area.current)
    const stop = new AbortController()
    const options = { capture: true, passive: true, signal: stop.signal }
    const onChange = () => place()
    document.addEventListener('scroll', onChange, options)
    window.addEventListener('resize', onChange, options)
    window.visualViewport?.addEventListener('resize', onChange, options)
    return () => {
      observer.disconnect()
      stop.abort()
    }
  }, [area])
  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' })
  }, [activeIndex])

  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      tabIndex={-1}
      aria-label={t`Members`}
      // The focus stays in the text area.
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-auto m-0 overflow-y-auto overscroll-contain rounded-xl border bg-raised py-1 text-ink shadow-float"
    >
      {people.map((person, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text area, which has the focus, takes the keys
        <div
          key={person.username}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === activeIndex}
          onMouseMove={() => onActivate(index)}
          onClick={() => onChoose(index)}
          className={cx(
            'flex min-h-12 cursor-pointer select-none items-center gap-3 px-3 py-1.5',
            index === activeIndex && 'bg-hover',
          )}
        >
          <Avatar src={person.avatarURL} name={fullName(person)} size={32} />
          <span className="min-w-0 flex-1">
            <bdi className="block w-fit max-w-full truncate font-semibold">{fullName(person)}</bdi>
            <bdi className="block w-fit max-w-full truncate text-meta text-muted">@{person.username}</bdi>
          </span>
        </div>
      ))}
    </div>
  )
}
