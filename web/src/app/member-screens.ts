// The frame for members and the screens that it leads to: each is small, and most of their code is the same. Together
// they are one file to load and not six.
export { BookmarkPage } from '../features/bookmarks/bookmark-page.tsx'
export { ExplorePage } from '../features/feed/explore-page.tsx'
export { HomePage } from '../features/feed/home-page.tsx'
export { ProfilePage } from '../features/members/profile-page.tsx'
export { PostPage } from '../features/posts/post-page.tsx'
export { Shell } from './shell.tsx'
