/** What shows the outbox, in one chunk that is loaded once there is something to show (data/outbox/screens.ts). */

export { DeletionRow, EntryNote } from './entry-state.tsx'
export { shownBody } from './file-urls.ts'
export { OutboxBar, OutboxLink } from './outbox-link.tsx'
export { OutboxPage } from './outbox-page.tsx'
export { WaitingComments } from './waiting-comments.tsx'
export { WaitingPosts } from './waiting-posts.tsx'
