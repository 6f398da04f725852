import { FIRST_SCREEN_POSTS } from '@quack/contract/rules/pictures'
import {
  Component,
  type ReactNode,
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { WindowVirtualizer, type WindowVirtualizerHandle } from 'virtua'
import { useHistoryState } from '../../data/cache/history-state.ts'
import type { Reason } from '../../data/feed/reasons.ts'
import { postIdOf } from '../../data/posts/places.ts'
import { PostCard } from './card/post-card.tsx'
import type { RowPlace, RowsView } from './list-place.ts'
import type { PicturePriority } from './media/post-media.tsx'
import { type Measured, useRowPlaces } from './use-row-places.ts'

/** On a profile: by its member. */
const REPOSTED: Reason = {}
/** Pixels rendered above and below the window, so that tabbing and fast scrolling find posts. */
const BUFFER = 800
/** About as many posts as fit on a phone's screen. */
const FIRST_SCREEN = 3
/** How many rows of a fresh list are rendered, step by step. */
const STEPS = [0, 1, FIRST_SCREEN, Number.POSITIVE_INFINITY] as const

export interface PostRowsProps {
  keys: readonly string[]
  label: string
  /** The key of the post that is labelled as pinned. */
  pinned?: string | null
  /** Why posts are in the list whose authors are not the reason, by key. */
  reasons?: ReadonlyMap<string, Reason> | undefined
  /** Rows that are not posts, by key. */
  others?: ReadonlyMap<string, ReactNode> | undefined
  /** Where a fresh list begins. Null for its top. Asked once. */
  begin?: (() => RowPlace | null) | undefined
  /** Receives the rows as they are on the screen. */
  onView?: ((view: RowsView | null) => void) | undefined
}

/** The state of the rows, saved when the screen is left. */
interface Kept extends Measured {
  open: Set<string>
}

/** A virtual list of posts: only those near the window are in the DOM. What is being read stays where it is. */
export function PostRows({ keys, label, pinned = null, reasons, others, begin, onView }: PostRowsProps) {
  const historyState = useHistoryState<Kept>('rows')
  const [known] = useState(historyState.saved)
  const [start] = useState(() => begin?.() ?? null)
  const handle = useRef<WindowVirtualizerHandle>(null)
  const list = useRef<HTMLElement>(null)
  const count = useRowCount(list, !known && !start && keys.length > FIRST_SCREEN)
  const rows = useRowPlaces({ keys, others, count, list, handle, known, begin: start, onView })
  // Posts with open comments. A card that is unmounted and rendered again keeps them open.
  const open = useRef(known?.open ?? new Set<string>())
  const remember = useCallback((id: string, isOpen: boolean) => {
    if (isOpen) open.current.add(id)
    else open.current.delete(id)
  }, [])
  const isOpen = useCallback((id: string) => open.current.has(id), [])
  const save = useEffectEvent(() => {
    if (handle.current) historyState.save({ keys: rows.keys, open: open.current, heights: handle.current.cache })
  })
  useLayoutEffect(() => () => save(), [])
  return (
    // Before the first screen is full, what is below the rows must not come near the window: it would load more.
    <section ref={list} aria-label={label} className={count < FIRST_SCREEN ? 'min-h-[calc(100dvh+600px)]' : undefined}>
      <BeforeChange run={rows.before} />
      <WindowVirtualizer
        key={rows.build}
        ref={handle}
        bufferSize={count < rows.keys.length ? 0 : BUFFER}
        cache={rows.heights}
        shift={rows.isFromEnd}
        onResize={rows.settle}
      >
        {rows.keys
          .slice(0, count)
          .map(
            (key, index) =>
              rows.others?.get(key) ?? (
                <PostCard
                  key={key}
                  id={postIdOf(key)}
                  isPinned={key === pinned}
                  reason={reasons?.get(key) ?? (postIdOf(key) === key ? undefined : REPOSTED)}
                  picturePriority={priorityOf(index - rows.first)}
                  isCommentsOpen={isOpen}
                  onCommentsToggle={remember}
                />
              ),
          )}
      </WindowVirtualizer>
    </section>
  )
}

/** Calls back right before React changes the page after a render. No hook does. */
class BeforeChange extends Component<{ run: () => void }> {
  override getSnapshotBeforeUpdate(): null {
    this.props.run()
    return null
  }
  override componentDidUpdate(): void {
    // React wants it beside the other.
  }
  override render(): null {
    return null
  }
}

function priorityOf(index: number): PicturePriority {
  if (index === 0) return 'first'
  return index < FIRST_SCREEN_POSTS ? 'next' : 'later'
}

/**
 * How many rows to render. A fresh list has none until the virtualizer knows the window's size: it renders what that
 * changes in one go, together with the first layout of the whole page. Then comes the first post alone, at once: it is
 * what the page is opened for. The rest is rendered in transitions, which are interrupted for whatever else is to be
 * done: the first screen, and when it is laid out, what is near it. Before the virtualizer has measured any row, it
 * underestimates their height, and would render too many.
 */
function useRowCount(list: RefObject<HTMLElement | null>, isFresh: boolean): number {
  const [step, setStep] = useState(isFresh ? 0 : STEPS.length - 1)
  useEffect(() => {
    if (!list.current || step === STEPS.length - 1) return
    // Called back at the end of the frame in which the rows, or the lack of them, were laid out.
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      if (step === 0) setStep(1)
      else startTransition(() => setStep(step + 1))
    })
    observer.observe(list.current)
    return () => observer.disconnect()
  }, [list, step])
  return STEPS[step] ?? Number.POSITIVE_INFINITY
}
