import type { TestMember } from './members.ts'

/** Ann has written a post. Bob follows her and has commented on it. Somebody else quotes it. */
export interface People {
  readonly ann: TestMember
  readonly bob: TestMember
  readonly postId: string
  readonly quoteId: string
}

/** A change by SQL. Afterwards, the answer to `asking` for `url` contains `part`. */
interface Change {
  readonly statement: string
  readonly asking?: 'ann' | 'bob' | 'stranger'
  readonly url: string
  readonly part: string
}

const idOf = (member: TestMember) => `(select id from members where username = '${member.username}')`

const block = (blocker: TestMember, blocked: TestMember) =>
  `insert into blocks (blocker_id, blocked_id, at) values (${blocker._id}, ${blocked._id}, 1)`

export const CHANGES: Readonly<Record<string, (people: People) => Change>> = {
  'the text of a post': ({ postId }) => ({
    statement: `update posts set content = 'changed' where id = ${postId}`,
    url: '/api/feed?embed=0',
    part: '"content":"changed"',
  }),
  'whether a post is hidden': ({ ann, postId }) => ({
    statement: `update posts set hidden_at = 1 where id = ${postId}`,
    url: `/api/posts/user/${ann.username}?embed=0`,
    part: '"posts":[]',
  }),
  'whether a post is hidden, in a feed': ({ postId }) => ({
    statement: `update posts set hidden_at = 1 where id = ${postId}`,
    url: '/api/feed?embed=0',
    part: '"posts":[]',
  }),
  'a further picture of a post': ({ postId }) => ({
    statement: `update posts set further_alts = 'by hand' where id = ${postId};
      insert into media (name, type, mime, bytes, width, height, preview, created_at)
      values ('row', 'image', '', 1, 1, 1, '', 1);
      insert into post_pictures (post_id, position, name, alt) values (${postId}, 1, 'row', 'by hand')`,
    url: `/api/posts/${postId}?embed=0`,
    part: '"alt":"by hand"',
  }),
  'the name of a member, in a post': ({ ann }) => ({
    statement: `update members set first_name = 'Renamed' where id = ${ann._id}`,
    url: `/api/posts/user/${ann.username}?embed=3`,
    part: '"firstName":"Renamed"',
  }),
  'the counts of a member': ({ ann }) => ({
    statement: `update members set followers_count = 77 where id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"followersCount":77',
  }),
  'a pinned post': ({ ann, postId }) => ({
    statement: `insert into pinned_posts (member_id, post_id) values (${ann._id}, ${postId})`,
    url: `/api/users/${ann.username}?embed=0`,
    part: `"pinnedPost":"${postId}"`,
  }),
  'whether a member is private, for a follower': ({ ann }) => ({
    statement: `update members set is_private = 1 where id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"private":true',
  }),
  'whether a member is limited': ({ ann }) => ({
    statement: `update members set limited_at = 1 where id = ${ann._id}`,
    asking: 'stranger',
    url: `/api/users/${ann.username}?embed=0`,
    part: '"limited":true',
  }),
  'whether a member is a bot': ({ ann }) => ({
    statement: `update members set is_bot = 1 where id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"bot":true',
  }),
  "a verified link of a member's": ({ ann }) => ({
    statement: `update members set fields = '[{"name":"a","value":"https://a.example","verifiedAt":1}]' where id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"verifiedAt":"1970-01-01T00:00:00+00:00"',
  }),
  'a like': ({ bob, postId }) => ({
    statement: `insert into likes (post_id, member_id, at) select ${postId}, ${idOf(bob)}, 1`,
    url: `/api/posts/${postId}?embed=0`,
    part: '"liked":true',
  }),
  'a bookmark': ({ bob, postId }) => ({
    statement: `insert into bookmarks (member_id, post_id, at) select ${idOf(bob)}, ${postId}, 1`,
    url: '/api/feed?embed=0&limit=3',
    part: '"bookmarked":true',
  }),
  'a repost': ({ bob, postId }) => ({
    statement: `insert into reposts (id, member_id, post_id) select 1, ${idOf(bob)}, ${postId};
      update posts set repost_count = 1 where id = ${postId}`,
    url: `/api/posts/${postId}?embed=0`,
    part: '"reposted":true',
  }),
  'whose reposts are hidden': ({ ann, bob }) => ({
    statement: `update follows set hides_reposts = 1 where follower_id = ${idOf(bob)} and followed_id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"hidesReposts":true',
  }),
  'the text of a quoted post': ({ postId, quoteId }) => ({
    statement: `update posts set content = 'changed' where id = ${postId}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"content":"changed"',
  }),
  'whether a quoted post is hidden': ({ postId, quoteId }) => ({
    statement: `update posts set hidden_at = 1 where id = ${postId}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{}',
  }),
  'a quoted post that is deleted': ({ postId, quoteId }) => ({
    statement: `delete from posts where id = ${postId}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{}',
  }),
  'whether the author of a quoted post is private': ({ ann, quoteId }) => ({
    statement: `update members set is_private = 1 where id = ${ann._id}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{}',
  }),
  'a mute of the author of a quoted post': ({ ann, bob, quoteId }) => ({
    statement: `insert into mutes (muter_id, muted_id, at, ends_at, with_notifications)
      values (${bob._id}, ${ann._id}, 1, null, 1)`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{"muted":true}',
  }),
  'a block of who quotes a post': ({ ann, quoteId }) => ({
    statement: `insert into blocks (blocker_id, blocked_id, at)
      select ${ann._id}, author_id, 1 from posts where id = ${quoteId}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{}',
  }),
  'a withdrawn quote': ({ quoteId }) => ({
    statement: `update posts set quoted_id = 0 where id = ${quoteId}`,
    url: `/api/posts/${quoteId}?embed=0`,
    part: '"quote":{}',
  }),
  'how many quote a post': ({ postId }) => ({
    statement: `update posts set quote_count = 7 where id = ${postId}`,
    url: `/api/posts/${postId}?embed=0`,
    part: '"quoteCount":7',
  }),
  'the text of a comment': ({ postId }) => ({
    statement: `update comments set text = 'another comment' where post_id = ${postId}`,
    asking: 'stranger',
    url: `/api/posts/${postId}?embed=2`,
    part: '"text":"another comment"',
  }),
  'a mention in a post': ({ bob, postId }) => ({
    statement: `insert into post_mentions (post_id, member_id) select ${postId}, ${idOf(bob)}`,
    url: `/api/posts/${postId}?embed=0`,
    part: `"mentions":["${bob.username}"]`,
  }),
  'a mention in a comment': ({ ann, postId }) => ({
    statement: `insert into comment_mentions (comment_id, member_id)
      select id, ${ann._id} from comments where post_id = ${postId}`,
    asking: 'stranger',
    url: `/api/posts/${postId}?embed=2`,
    part: `"mentions":["${ann.username}"]`,
  }),
  'a followed hashtag': ({ ann, bob, postId }) => ({
    statement: `delete from follows where followed_id = ${ann._id};
      insert into tags (id, key, name) values (1, 'byhand', 'byhand');
      insert into post_tags (tag_id, post_id, author_id) values (1, ${postId}, ${ann._id});
      insert into tag_follows (member_id, tag_id, at) select id, 1, 1 from members where username = '${bob.username}'`,
    url: '/api/feed?embed=0',
    part: '"because":{"tag":"byhand"}',
  }),
  'an unfollow': ({ ann }) => ({
    statement: `delete from follows where followed_id = ${ann._id}`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"viewer":{"following":false',
  }),
  'a block, under a post of the blocker': ({ ann, bob, postId }) => ({
    statement: block(ann, bob),
    asking: 'stranger',
    url: `/api/posts/${postId}?embed=2`,
    part: '"comments":[]',
  }),
  'a block, for the blocked': ({ ann, bob }) => ({
    statement: block(ann, bob),
    url: `/api/users/${ann.username}?embed=0`,
    part: 'There is no such member.',
  }),
  'a block, for the blocker': ({ ann, bob }) => ({
    statement: block(bob, ann),
    url: `/api/posts/user/${ann.username}?embed=0&limit=4`,
    part: 'There is no such member.',
  }),
  'a mute': ({ ann, bob }) => ({
    statement: `insert into mutes (muter_id, muted_id, at, ends_at, with_notifications)
      values (${bob._id}, ${ann._id}, 1, null, 1)`,
    url: '/api/feed?embed=0&limit=5',
    part: '"posts":[]',
  }),
  'a mute, on the profile': ({ ann, bob }) => ({
    statement: `insert into mutes (muter_id, muted_id, at, ends_at, with_notifications)
      values (${bob._id}, ${ann._id}, 1, null, 1)`,
    url: `/api/users/${ann.username}?embed=0`,
    part: '"muted":true',
  }),
  'a muted word': ({ bob }) => ({
    statement: `insert into muted_words (id, member_id, phrase, action, ends_at)
      values (${bob._id}, ${bob._id}, 'As It', 'collapse', null)`,
    url: '/api/feed?embed=0&limit=6&sort=oldest',
    part: '"mutedWord":"As It"',
  }),
  'a post that is deleted': ({ ann, postId }) => ({
    statement: `delete from posts where id = ${postId}`,
    url: `/api/posts/user/${ann.username}?embed=0`,
    part: '"posts":[]',
  }),
}
