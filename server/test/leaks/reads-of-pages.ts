import { readMetas } from '../preview-page.ts'
import type { Fetch, Read } from './read.ts'

/** The author and the text that the metadata of a page name. */
const fetchPage: Fetch = async (_app, client, url) => {
  const { body, ...answer } = await client.send({ url })
  const metas = readMetas(String(body))
  const author = metas['og:title']?.match(/\(@(.+)\)$/)?.[1]
  return { ...answer, body: { page: { author, text: metas['og:description'] } } }
}

const page = { fetch: fetchPage, isForVisitors: true, part: 'page', isSingle: true } as const
const same = (entry: unknown) => entry

/** The picture of a post by the address for everyone, which whoever has seen the post once knows. */
const fetchPicture: Fetch = async (_app, client, url) => {
  const { status, headers } = await client.send({ url })
  return { status, headers, body: {} }
}
const PICTURE: Read = {
  fetch: fetchPicture,
  isForVisitors: true,
  isUnknown: (see, { post }) => !post.hasPicture || see.post(post).picture === 'signed',
  path: ({ post }, ids) => ids.pictureOf(post.number),
  notCompared: 'only whether it is served',
}

/** Pages of the client, whose metadata are previews for other sites. They do not depend on who is signed in. */
export const PAGES: readonly Read[] = [
  PICTURE,
  {
    ...page,
    path: ({ post }, ids) => `/post-detail/${ids.publicOf(post.number)}`,
    isUnknown: (see, { post }) => see.isUnknownPost(post),
    seen: same,
    expected: (see, { post }) => ({ author: post.author, text: see.post(post).text }),
  },
  {
    ...page,
    path: ({ member }) => `/profile/${member}`,
    seen: ({ author }: { author: string | undefined }) => author,
    expected: (_see, { member }) => member,
  },
]
