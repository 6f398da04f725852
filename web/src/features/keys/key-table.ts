import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NavigateFunction } from 'react-router'
import { getSession } from '../../data/api/session.ts'
import { paths } from '../../paths.ts'
import { focusMain } from '../../ui/focus.ts'
import { stayAtTop } from '../feed/news-pill.tsx'
import { VIEWER_KEYS } from '../posts/media/viewer-keys.ts'
import { FOCUS_SEARCH } from '../search/search-focus.ts'
import { controlIn, currentEntry, moveBy, whenThere } from './entries.ts'

export interface KeyRow {
  /** As they are typed: each does the same, or its part of the text. With a space, one after the other. */
  readonly keys: readonly string[]
  readonly text: MessageDescriptor
}

export interface Key extends KeyRow {
  readonly run: (context: KeyContext) => void
  /** Whether it goes on while it is held. */
  readonly repeats?: boolean
  /** Whether it also acts on the post whose pictures are viewed. */
  readonly inViewer?: boolean
}

interface KeyContext {
  navigate: NavigateFunction
  /** Shows the table. */
  showKeys: () => void
  /** The page, or the dialog that has the focus. */
  scope: Element
  /** Which of its keys it was. */
  typed: string
}

const goTo =
  (path: () => string) =>
  ({ navigate }: KeyContext) =>
    void navigate(path())

const press =
  (key: string) =>
  ({ scope }: KeyContext) =>
    controlIn(scope, key)?.click()

/** Presses a button of a post or comment: there is one way to do what it does. */
const pressOnEntry =
  (key: string) =>
  ({ scope }: KeyContext) => {
    const entry = entryIn(scope)
    if (entry) controlIn(entry, key)?.click()
  }

const entryIn = (scope: Element) => (scope === document.body ? currentEntry() : scope)

/** The keys of single characters and of sequences, as they are bound and shown. */
export const KEY_GROUPS: readonly { readonly title: MessageDescriptor; readonly rows: readonly Key[] }[] = [
  {
    title: msg`Everywhere`,
    rows: [
      { keys: ['?'], text: msg`Show these keys`, run: ({ showKeys }) => showKeys() },
      { keys: ['/'], text: msg({ message: 'Search', context: 'verb' }), run: search },
      { keys: ['n'], text: msg`New post`, run: press('n') },
      { keys: ['.'], text: msg`New posts, or the top of the page`, run: showNewest },
      { keys: ['c'], text: msg`Continue where you stopped`, run: press('c') },
    ],
  },
  {
    title: msg({ message: 'Go to', comment: 'Heading above the names of pages' }),
    rows: [
      { keys: ['g h'], text: msg`Home`, run: goTo(() => paths.home) },
      { keys: ['g e'], text: msg`Explore`, run: goTo(() => paths.explore) },
      { keys: ['g b'], text: msg`Bookmarks`, run: goTo(() => paths.bookmark) },
      { keys: ['g p'], text: msg`Your profile`, run: goTo(() => paths.profile(getSession()?.username ?? '')) },
      { keys: ['g n'], text: msg`Notifications`, run: goTo(() => paths.notifications) },
      { keys: ['g s'], text: msg`Settings`, run: goTo(() => paths.settings) },
    ],
  },
  {
    title: msg`Posts and comments`,
    rows: [
      { keys: ['j'], text: msg({ message: 'Next', context: 'post or comment' }), run: () => moveBy(1), repeats: true },
      {
        keys: ['k'],
        text: msg({ message: 'Previous', context: 'post or comment' }),
        run: () => moveBy(-1),
        repeats: true,
      },
      { keys: ['o', 'Enter'], text: msg({ message: 'Open', context: 'verb' }), run: open },
      { keys: ['r'], text: msg`Comment or answer`, run: respond, inViewer: true },
      { keys: ['l'], text: msg`Like a post, upvote a comment`, run: pressOnEntry('l'), inViewer: true },
      { keys: ['b'], text: msg({ message: 'Bookmark', context: 'verb' }), run: pressOnEntry('b'), inViewer: true },
      { keys: ['x'], text: msg`Show or hide what is covered`, run: pressOnEntry('x') },
    ],
  },
]

/** Keys that have their own handler. */
export const OTHER_GROUPS: readonly { readonly title: MessageDescriptor; readonly rows: readonly KeyRow[] }[] = [
  { title: msg`In the viewer of pictures`, rows: VIEWER_KEYS },
]

function search({ navigate, scope }: KeyContext): void {
  const field = controlIn(scope, '/')
  if (field) field.focus()
  else void navigate(paths.search(), { state: FOCUS_SEARCH })
}

function showNewest({ navigate, scope }: KeyContext): void {
  const pill = controlIn(scope, '.')
  if (pill) pill.click()
  // As its link does.
  else if (location.pathname === paths.home) void navigate(location.pathname + location.search, { replace: true })
  else {
    stayAtTop()
    focusMain()
  }
}

/** Enter is for the control that has the focus, if it is not the entry itself. */
function open(context: KeyContext): void {
  if (context.typed !== 'Enter' || document.activeElement === currentEntry()) pressOnEntry('o')(context)
}

/** Leads to the field for a comment, whose button would fold it if it were open. */
function respond({ scope }: KeyContext): void {
  const entry = entryIn(scope)
  if (!entry) return
  const field = () => controlIn(entry, 'r', 'textarea')
  const button = controlIn(entry, 'r', 'button')
  const isOpen = field() !== undefined || button?.ariaExpanded === 'true'
  if (!isOpen) button?.click()
  if (isOpen || button?.ariaExpanded) whenThere(field, (found) => found.focus())
}
