import { readMetas } from '../preview-page.ts'
import type { PictureAddress } from './choose.ts'
import type { Fetch, Read } from './read.ts'
import { excerptOfPost } from './world.ts'

/** The author and the text that the metadata of a page name. */
const fetchPage: Fetch = async (_app, client, url) => {
  const { body, ...answer } = await client.send({ url })
  const metas = readMetas(String(body))
  const author = metas['og:title']?.match(/\(@(.+)\)$/)?.[1]
  return { ...answer, body: { page: { author, text: metas['og:description'] } } }
}

const page = { fetch: fetchPage, isForVisitors: true, part: 'page', isSingle: true } as const
const same = (entry: unknown) => entry

/** A picture by the address for everyone, which whoever has seen it once knows. */
const fetchPicture: Fetch = async (_app, client, url) => {
  const { status, headers } = await client.send({ url })
  return { status, headers, body: {} }
}
export const PICTURE: Read = {
  fetch: fetchPicture,
  isForVisitors: true,
  isUnknown: (_see, { file }, world) => !world.isFileOpen(file),
  path: ({ file }, ids) => ids.pictureOf(file),
  notCompared: 'only whether it is served',
}

/** Nobody gets anything by a signature that is not the server's, or by an old one. */
const withSignature = (address: PictureAddress): Read => ({
  fetch: fetchPicture,
  isForVisitors: true,
  isUnknown: () => true,
  path: ({ file }, ids) => ids.pictureOf(file, address),
  notCompared: 'only whether it is served',
})
export const SIGNED_PICTURES = [withSignature('forged'), withSignature('expired')]

/** The preview of a hashtag: in the spelling of the address, unless everyone sees a post with it. */
export const TAG_PAGE: Read = {
  ...page,
  fetch: async (_app, client, url) => {
    const { body, ...answer } = await client.send({ url })
    return { ...answer, body: { page: readMetas(String(body))['og:title'] } }
  },
  path: ({ topic }) => `/tag/${topic}`,
  seen: same,
  expected: (_see, { topic }, world) => `#${world.spellingOf(topic)}`,
}

/** Pages of the client, whose metadata are previews for other sites. They do not depend on who is signed in. */
export const PAGES: readonly Read[] = [
  PICTURE,
  ...SIGNED_PICTURES,
  TAG_PAGE,
  {
    ...page,
    path: ({ post }, ids) => `/post-detail/${ids.publicOf(post.number)}`,
    isUnknown: (see, { post }) => see.isUnknownPost(post),
    seen: same,
    expected: (_see, { post }) => ({ author: post.author, text: excerptOfPost(post) }),
  },
  {
    ...page,
    path: ({ member }) => `/profile/${member}`,
    seen: ({ author }: { author: string | undefined }) => author,
    expected: (_see, { member }) => member,
  },
]
