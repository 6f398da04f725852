// The members' shell and its main screens, in one chunk: each is small, and they share most of their code.
export { BookmarkPage } from '../features/bookmarks/bookmark-page.tsx'
export { ExplorePage } from '../features/feed/explore-page.tsx'
export { HomePage } from '../features/feed/home-page.tsx'
/** For screens of their own chunks, like SearchField. They take it as a parameter. */
export { PostList } from '../features/posts/post-list.tsx'
/** From here, so that its code of drafts is that of these screens. */
export const loadUnsentOnDevice = () => import('../features/offline/unsent-on-device.tsx')
export { PostPage } from '../features/posts/post-page.tsx'
export { ProfilePage } from '../features/profile/profile-page.tsx'
export { SearchField } from '../features/search/search-field.tsx'
export { Shell } from './shell.tsx'
