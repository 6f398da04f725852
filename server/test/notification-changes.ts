import type { CHANGES } from './row-changes.ts'

type Changes = typeof CHANGES

const url = '/api/notifications'
const asking = 'ann'

/** The same for notifications: Ann has three, of Bob's follow, of his comment, and of the quote. */
export const NOTIFICATION_CHANGES: Changes = {
  'the end of a follow, in notifications': ({ ann }) => ({
    statement: `delete from follows where followed_id = ${ann._id}`,
    asking,
    url,
    part: '"unread":2',
  }),
  'whether a comment is hidden, in notifications': ({ postId }) => ({
    statement: `update comments set is_hidden = 1 where post_id = ${postId}`,
    asking,
    url,
    part: '"unread":2',
  }),
  'the text of a comment, in notifications': ({ postId }) => ({
    statement: `update comments set text = 'another comment' where post_id = ${postId}`,
    asking,
    url,
    part: '"excerpt":"another comment"',
  }),
  'the text of a post, in notifications': ({ postId }) => ({
    statement: `update posts set content = 'changed' where id = ${postId}`,
    asking,
    url,
    part: '"excerpt":"changed"',
  }),
  'whether a post is hidden, in notifications': ({ postId }) => ({
    statement: `update posts set hidden_at = 1 where id = ${postId}`,
    asking,
    url,
    part: '"unread":1',
  }),
  'the name of a member, in notifications': ({ bob }) => ({
    statement: `update members set first_name = 'Renamed' where id = ${bob._id}`,
    asking,
    url,
    part: '"firstName":"Renamed"',
  }),
  'a block, in notifications': ({ ann, bob }) => ({
    statement: `insert into blocks (blocker_id, blocked_id, at) values (${bob._id}, ${ann._id}, 1)`,
    asking,
    url,
    part: '"unread":1',
  }),
  'a mute, in notifications': ({ ann, bob }) => ({
    statement: `insert into mutes (muter_id, muted_id, at, ends_at, with_notifications)
      values (${ann._id}, ${bob._id}, 1, null, 1)`,
    asking,
    url,
    part: '"unread":1',
  }),
  'a setting, in notifications': ({ ann }) => ({
    statement: `insert into notification_kinds (member_id, kind, list, push, audience)
      values (${ann._id}, 'comment', 0, 1, 'everyone')`,
    asking,
    url,
    part: '"unread":2',
  }),
  'a withdrawn quote, in notifications': ({ quoteId }) => ({
    statement: `update posts set quoted_id = 0 where id = ${quoteId}`,
    asking,
    url,
    part: '"unread":2',
  }),
  'whether a quote is hidden, in notifications': ({ quoteId }) => ({
    statement: `update posts set hidden_at = 1 where id = ${quoteId}`,
    asking,
    url,
    part: '"unread":2',
  }),
  'who sees a quote, in notifications': ({ quoteId }) => ({
    statement: `update members set is_private = 1 where id = (select author_id from posts where id = ${quoteId})`,
    asking,
    url,
    part: '"unread":2',
  }),
  'a quote that is deleted, in notifications': ({ quoteId }) => ({
    statement: `delete from posts where id = ${quoteId}`,
    asking,
    url,
    part: '"unread":2',
  }),
  'what was read, in notifications': ({ ann }) => ({
    statement: `insert into notification_preferences (member_id, read_to) values (${ann._id}, 9007199254740991)`,
    asking,
    url,
    part: '"unread":0',
  }),
}
