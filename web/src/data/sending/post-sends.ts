import { t } from '@lingui/core/macro'
import type { Poll, Post } from '@quack/contract'
import { languageCode } from '@quack/contract/rules/languages'
import { toAlt, toPollOptions, toWarning } from '@quack/contract/rules/text'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { MINIMAL } from '../api/http.ts'
import { getSession } from '../api/session.ts'
import { appendToLists, prependToLists } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists, queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import type { Draft } from '../drafts/drafts.ts'
import { type Profile, stepCounts } from '../members/members.ts'
import type { PostBody, PostVersion } from '../offline/outbox-entry.ts'
import { addMissingAlt, picturesOf } from '../posts/media.ts'
import { dropPost, refreshTagsOf } from '../posts/post-lists.ts'
import { getPost, patchQuotes, putPost, refreshPost } from '../posts/posts.ts'
import { type Edited, sendsOf } from './content.ts'
import { newPost } from './requests.ts'

const query = { embed: 0 } as const

export const postSends = sendsOf<PostBody, PostBody, { text: string }, PostVersion, Post>({
  later: { edit: 'editPost', removal: 'deletePost' },
  editOf: (_, body, sent) => ({ ...body, poll: pollEdit(body.poll, sent.poll) }),
  restOf: ({ poll }) => poll ?? null,
  removalOf: (_, { content = '' }) => ({ text: content }),
  versionOf,
  whyNoEdit: (sent, { quote }) =>
    sent.quote === quote
      ? null
      : t`It was already published with the quote. To publish it without, delete that post and try again.`,
  gone: 'postUnknown',
  needs: ({ quote }) => quote !== undefined,
  async create(_, body, key) {
    const { route, input } = newPost(body, key)
    return (await call(route, input)).post ?? null
  },
  find: async () => null,
  change: sendEdit,
  async read(id) {
    const { post } = await call('GET /api/posts/:postId', { params: { postId: id }, query })
    putPost(post)
    return { ...versionOf(post), lang: post.lang ?? '', ...basisOfPoll(post.poll) }
  },
  async remove(id) {
    try {
      await call('DELETE /api/posts/:postId', { params: { postId: id }, query, headers: MINIMAL })
    } catch (error) {
      if (!isRefusal(error, 'postUnknown')) throw error
    }
  },
  showNew(_, post) {
    if (!post) return
    const id = putPost(post)
    if (picturesOf(post).some(({ alt }) => alt === '')) addMissingAlt(id)
    const explore = isExplored(post.lang) ? [postLists.explore] : []
    const lists = [postLists.feed('latest'), ...explore, postLists.member(post.username)]
    for (const list of lists) prependToLists(list, id)
    for (const sort of ['oldest', 'trending'] as const) appendToLists(postLists.feed(sort), id)
    stepCounts(post.username, { postsCount: 1 })
    refreshTagsOf(post.content)
    const quoted = post.quote?.post?._id
    // For its count.
    if (quoted !== undefined && getPost(quoted)) void refreshPost(quoted)
    // A list that is being fetched may arrive without the post.
    repeatReads(postLists.all)
  },
  showChanged: ({ basedOn }, post) => showEditedPost(post, basedOn.content),
  drop: dropPost,
})

/** Whether Explore shows the viewer a post in this language. */
function isExplored(lang: string | undefined): boolean {
  const viewer = queryClient.getQueryData<Profile>(queryKeys.profile(getSession()?.username ?? ''))
  return !viewer?.readLanguages || lang === undefined || viewer.readLanguages.includes(languageCode(lang) ?? '')
}

/** What an edit sends of a poll. The time that it is open begins anew if `seconds` are sent. */
function pollEdit(poll: PostBody['poll'], sent: PostBody['poll']): PostBody['poll'] {
  if (JSON.stringify(poll ?? null) === JSON.stringify(sent ?? null)) return undefined
  if (!poll) return null
  const { seconds, ...asked } = poll
  return seconds === sent?.seconds ? asked : poll
}

/** The content of a post that another edit is compared with. */
function versionOf(body: Omit<PostBody, 'quote'>, edited?: Edited<PostVersion, Post>): PostVersion {
  const { content = '', mediaUrl = '', alt = '', furtherPictures = [], ...post } = body
  const further = furtherPictures.map((each) => ({ url: withoutSignature(each.url), alt: toAlt(each.alt ?? '') }))
  return {
    content,
    mediaUrl: withoutSignature(mediaUrl),
    alt: toAlt(alt),
    lang: post.lang ?? (edited?.basedOn.content === content ? edited?.basedOn.lang : undefined),
    furtherPictures: further,
    ...basisOfCover(post),
    ...pollBasisOf(body.poll, edited),
  }
}

type PollBasis = Pick<PostVersion, 'pollVersion' | 'pollMayChange' | 'pollShowResults'>
const pollBasis = (
  pollVersion?: number,
  pollMayChange?: boolean,
  pollShowResults?: PollRules['showResults'],
): PollBasis => ({
  ...{ pollVersion, pollMayChange, pollShowResults },
})
type PollRules = Pick<Poll, 'version' | 'mayChange' | 'showResults'>

/** The poll of a post, as an edit is based on it. */
export function basisOfPoll(poll: Partial<PollRules> | null | undefined): PollBasis {
  if (!poll) return pollBasis(0)
  const { version = 1, mayChange = false, showResults = 'always' } = poll
  return pollBasis(version, mayChange, showResults)
}

/** Nothing if the present poll is not known, or not what an edit with `sent` has made of it. */
function pollBasisOf(sent: PostBody['poll'], edited?: Edited<PostVersion, Post>): PollBasis {
  if (!edited || sent === null) return basisOfPoll(sent)
  const { pollVersion: before, pollMayChange, pollShowResults } = edited.basedOn
  if (sent === undefined) return pollBasis(before, pollMayChange, pollShowResults)
  const { poll } = edited.made ?? getPost(edited.id) ?? {}
  if (!poll || before === undefined) return pollBasis()
  const isAsked = JSON.stringify(poll.options) === JSON.stringify(toPollOptions(sent.options))
  const isSame = (['multiple', 'mayChange', 'showResults'] as const).every(
    (rule) => (sent[rule] ?? poll[rule]) === poll[rule],
  )
  // One edit makes one version. A poll that is put on a post again goes on counting.
  const isNext = before === 0 || poll.version === before || poll.version === before + 1
  return isAsked && isSame && isNext ? basisOfPoll(poll) : pollBasis()
}

/** What covers a post, as an edit is based on it: nothing is a value of its own, which is stored with a draft. */
export const basisOfCover = ({ warning, sensitive }: Pick<PostBody, 'warning' | 'sensitive'>) => ({
  warning: toWarning(warning ?? ''),
  sensitive: sensitive ?? false,
})

/** What covers a post; undefined for what does not. */
export const coverOf = ({ warning, sensitive }: Pick<PostBody, 'warning' | 'sensitive'>) => ({
  warning: toWarning(warning ?? '') || undefined,
  sensitive: sensitive || undefined,
})

/** What an edit sends. What covered the post before, and does not any more, would otherwise stay. */
export const withCover = (form: PostBody, { cover }: Pick<Draft, 'cover'>): PostBody => ({
  ...(cover?.warning && { warning: '' }),
  ...(cover?.sensitive && { sensitive: false }),
  ...form,
})

/** Media that not everyone sees have a signed address, with another signature every hour. */
const withoutSignature = (url: string): string => url.replace(/^\/media\/signed\/[^/]+\//, '/media/')

/** @param basedOn the content that was edited: if the present one is another, the edit is refused (`editConflict`) */
export async function sendEdit(id: string, postData: PostBody, basedOn?: PostVersion): Promise<Post | null> {
  const body = { postData, ...(basedOn && { basedOn }) }
  const { post } = await call('POST /api/posts/edit/:postId', { params: { postId: id }, query, headers: MINIMAL, body })
  return post ?? null
}

/** @param before the text that was edited */
export function showEditedPost(post: Post | null, before: string): void {
  if (!post) return
  patchQuotes(putPost(post))
  refreshTagsOf(before, post.content)
}

/** Takes the card of the address off an own post. */
export async function sendCardRemoval(postId: string): Promise<void> {
  const { post } = await call('DELETE /api/posts/:postId/card', { params: { postId }, query })
  putPost(post)
}
