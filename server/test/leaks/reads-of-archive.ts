import type { Poll } from '@quack/contract'
import { unzip } from '../unzip.ts'
import type { Fetch, Read } from './read.ts'
import type { NumberOf } from './seen.ts'
import { keptCopies, reportedMembers } from './sight-of-moderation.ts'
import {
  type PairList,
  resultsOf,
  textOfComment,
  textOfPost,
  type World,
  type WorldPoll,
  type WorldPost,
} from './world.ts'

const fetchArchive: Fetch = async (app, { token }, url) => {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  const { statusCode: status, headers } = answer
  if (status !== 200) return { status, headers, body: answer.json() }
  const files = [...(await unzip(answer.rawPayload))]
    // Where the viewer has read is the id of a post, which may be gone.
    .filter(([name]) => name.endsWith('.json') && name !== 'readingPositions.json')
    .map(([name, text]) => [name, JSON.parse(text)])
  return { status, headers, body: Object.fromEntries(files) }
}

type Copied = { kind: string; copy: { text: string }; actions?: unknown }
interface Archive {
  'account.json': { username: string; private: boolean }
  'posts.json': { id: string; content: string; quotes?: string; poll?: Poll }[]
  'postVersions.json': { post: string; versions: { content: string; pollOptions?: string[] }[] }[]
  'pollVotes.json': { post: string; chosen: string[] }[]
  'comments.json': { _id: string; post: string; answering?: string; text: string }[]
  'votes.json': { comment: string; vote: string }[]
  'followedTags.json': { tag: string }[]
  'mutedWords.json': { phrase: string; action: string }[]
  'reports.json': Copied[]
  'decisions.json': Copied[]
}
const OF_POSTS = ['likes', 'dislikes', 'bookmarks', 'pinned', 'reposts'] as const
const OF_MEMBERS = ['blocked', 'muted', 'following', 'followers', 'requestedFollows', 'followRequests'] as const
type Lists = Record<`${(typeof OF_POSTS)[number]}.json`, { post: string }[]> &
  Record<`${(typeof OF_MEMBERS)[number]}.json`, { username: string }[]>

const copied = ({ kind, copy, actions }: Copied) => ({ kind, copy: copy.text, actions })

function seenArchive(files: Archive & Lists, numberOf: NumberOf) {
  return {
    username: files['account.json'].username,
    private: files['account.json'].private,
    posts: files['posts.json'].map(({ id, content, quotes, poll }) => ({
      ...{ number: numberOf(id), text: content },
      quotes: quotes && numberOf(quotes),
      poll: poll && [poll.options, poll.results],
    })),
    postVersions: files['postVersions.json'].map(({ post, versions }) => [
      numberOf(post),
      ...versions.map(({ content, pollOptions }) => [content, pollOptions]),
    ]),
    pollVotes: files['pollVotes.json'].map(({ post, chosen }) => [numberOf(post), ...chosen]),
    comments: files['comments.json'].map(({ _id, post, answering, text }) => ({
      answering: answering === undefined ? null : numberOf(answering),
      number: numberOf(_id),
      post: numberOf(post),
      text,
    })),
    votes: files['votes.json'].map(({ comment, vote }) => [numberOf(comment), vote]),
    tags: files['followedTags.json'].map(({ tag }) => tag),
    words: files['mutedWords.json'].map(({ phrase, action }) => ({ phrase, action })),
    reports: files['reports.json'].map(copied),
    decisions: files['decisions.json'].map(copied),
    ofPosts: OF_POSTS.map((name) => files[`${name}.json`].map(({ post }) => numberOf(post))),
    ofMembers: OF_MEMBERS.map((name) => files[`${name}.json`].map(({ username }) => username)),
  }
}

/** Whether a poll shows its author the results. */
const isOpenTo = ({ shows, hasEnded }: WorldPoll) => hasEnded || shows !== 'ended'

/**
 * What a member has written and chosen, the oldest first: also what a moderator has hidden. Reactions are those to what
 * the member sees, and of comments under other posts, it is not said where they are.
 */
function archiveOf(world: World, member: string) {
  const { posts } = world
  const numbers = (has: (post: World['posts'][number]) => boolean) => posts.filter(has).map(({ number }) => number)
  const reactions = (has: (post: World['posts'][number]) => boolean) =>
    numbers((post) => has(post) && !world.hidesPostItself(member, post))
  const addressOf = (post: WorldPost) => (world.hidesPostItself(member, post) ? -1 : post.number)
  const quotedBy = ({ quoted }: WorldPost) =>
    posts.find((post) => post.number === quoted && !world.hidesPostItself(member, post))?.number
  const to = (list: PairList) => world[list].filter((pair) => pair.from === member).map((pair) => pair.to)
  const from = (list: PairList) => world[list].filter((pair) => pair.to === member).map((pair) => pair.from)
  const own = <T extends { readonly by: string }>(list: readonly T[]) => list.filter(({ by }) => by === member)
  const comments = posts
    .flatMap((post) => post.comments.map((comment) => ({ post, ...comment })))
    .sort((a, b) => a.number - b.number)
  return {
    username: member,
    private: world.private.has(member),
    posts: posts
      .filter(({ author }) => author === member)
      .map((post) => ({
        ...{ number: post.number, text: textOfPost(post), quotes: quotedBy(post) },
        poll: post.poll ? [post.poll.options, isOpenTo(post.poll) ? resultsOf(post.poll) : undefined] : undefined,
      })),
    postVersions: posts
      .filter(({ author, versions }) => author === member && versions.length > 0)
      .map((post) => [
        post.number,
        ...post.versions.map((version) => [textOfPost({ ...post, ...version }), version.poll?.options]),
      ]),
    pollVotes: posts.flatMap((post) => {
      const choice = world.hidesPostItself(member, post) ? undefined : post.poll?.votes.get(member)
      return choice === undefined ? [] : [[post.number, post.poll?.options[choice]]]
    }),
    comments: comments
      .filter(({ author }) => author === member)
      .map((comment) => ({
        answering: addressOf(comment.post) === -1 ? null : comment.answers,
        number: comment.number,
        post: addressOf(comment.post),
        text: textOfComment(comment),
      })),
    votes: comments
      .filter(({ up, down }) => [...up, ...down].includes(member))
      .filter(
        ({ post, ...comment }) => !world.hidesPostItself(member, post) && !world.hidesComment(member, post, comment),
      )
      .map(({ number, up }) => [number, up.includes(member) ? 'up' : 'down']),
    tags: own(world.tagFollows).map(({ topic }) => topic),
    words: own(world.words).map(({ phrase, action }) => ({ phrase, action })),
    reports: own(world.reports).map(({ kind, copy }) => ({ kind, copy, actions: undefined })),
    decisions: world.decisions
      .filter(({ subject }) => subject === member)
      .map(({ kind, copy, actions }) => ({ kind, copy, actions })),
    ofPosts: [
      reactions(({ up }) => up.includes(member)),
      reactions(({ down }) => down.includes(member)),
      reactions((post) => world.bookmarks.some((bookmark) => bookmark.by === member && bookmark.post === post)),
      numbers(({ author, isPinned }) => author === member && isPinned),
      reactions(({ reposts }) => reposts.includes(member)),
    ],
    ofMembers: [
      to('blocks'),
      to('mutes').filter((name) => !world.has('blocks', name, member)),
      to('follows'),
      from('follows'),
      to('requests'),
      from('requests'),
    ],
  }
}

export const ARCHIVE: Read = {
  fetch: fetchArchive,
  isMembersOnly: true,
  isSingle: true,
  path: () => '/api/account/archive',
  seen: seenArchive,
  expected: (see, _target, world) => archiveOf(world, see.viewer ?? ''),
  mayName: (world, viewer) => [
    ...world.blocks.filter(({ from }) => from === viewer).map(({ to }) => to),
    ...reportedMembers(world, viewer),
  ],
  mayKeep: keptCopies,
}
