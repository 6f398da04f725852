import { applyModeration } from './apply-moderation.ts'
import { applyToPair, setPrivate } from './apply-to-pair.ts'
import { applyToPost } from './apply-to-post.ts'
import type { Write } from './choose.ts'
import { tellMention, tellQuote } from './tell.ts'
import { newPoll, type Outcome, type World, type WorldPost } from './world.ts'

/** Applies a write to the world, if it is allowed. */
export function apply(world: World, write: Write): Outcome {
  const { kind, by, member } = write
  if (world.suspended.has(by)) return 'signedOut'
  switch (kind) {
    case 'follow':
    case 'unfollow':
    case 'block':
    case 'unblock':
    case 'mute':
    case 'unmute':
    case 'acceptRequest':
    case 'rejectRequest':
    case 'removeFollower':
    case 'hideReposts':
      return member === by ? 'refused' : applyToPair(world, kind, pairOf(write))
    case 'showReposts':
      return applyToPair(world, kind, pairOf(write))
    case 'setReposts':
      world.noReposts[write.whoMayRepost === 'nobody' ? 'add' : 'delete'](by)
      return 'done'
    case 'setQuotes':
      world.whoMayQuote.set(by, write.whoMayQuote ?? 'everyone')
      return 'done'
    case 'post': {
      const { number, hasPicture } = write
      const pictures = hasPicture ? newPictures(number) : []
      for (const file of pictures) world.files.push({ number: file, uploader: by })
      return addPost(world, write, pictures)
    }
    case 'reusePicture':
      return world.mayUseFile(by, write.file) ? addPost(world, write, [write.file]) : 'refused'
    case 'setAvatar':
      if (!world.mayUseFile(by, write.file)) return 'refused'
      world.avatars.set(by, write.file)
      return 'done'
    case 'dropAvatar':
      world.avatars.delete(by)
      return 'done'
    case 'chooseNotifications':
      world.notifications.choose(by, write.notificationKind, write.choice)
      return 'done'
    case 'readNotifications':
      // Up to where, the performer knows.
      return 'done'
    case 'setPrivate':
      setPrivate(world, by, write.isPrivate)
      return 'done'
    case 'followTag':
      if (findTagFollow(world, write)) return 'refused'
      world.tagFollows.push({ by, topic: write.topic })
      return 'done'
    case 'unfollowTag': {
      const followed = findTagFollow(world, write)
      world.tagFollows = world.tagFollows.filter((each) => each !== followed)
      return 'done'
    }
    case 'muteWord':
      world.words = world.words.filter((word) => word.by !== by || word.phrase !== write.topic)
      world.words.push({ id: write.number, by, phrase: write.topic, action: write.wordAction })
      return 'done'
    case 'unmuteWord': {
      const word = wordOf(world, write)
      world.words = world.words.filter((each) => each !== word)
      return word ? 'done' : 'unknown'
    }
    case 'report':
    case 'decide':
    case 'appeal':
    case 'decideAppeal':
    case 'restore':
    case 'unlimit':
      return applyModeration(world, kind, write)
  }
  const post = world.post(write.post)
  if (!post) return 'unknown'
  if (kind !== 'quote') return applyToPost(world, kind, post, write)
  if (world.hidesPost(by, post)) return 'unknown'
  if (!world.mayQuote(by, post)) return 'refused'
  addPost(world, write, [], post)
  tellQuote(world, post, write)
  return 'done'
}

/** The files of a new post with pictures. Other numbers are smaller than that of the second one. */
export const newPictures = (post: number): readonly number[] => [post, post + 100_000]

function addPost(
  world: World,
  { number, by, member, topic, whoMayComment, ...write }: Write,
  pictures: readonly number[],
  quoted?: WorldPost,
): Outcome {
  const empty = {
    up: [],
    down: [],
    reposts: [],
    repostedAt: new Map<string, number>(),
    versions: [],
    comments: [],
    gone: [],
  }
  const poll = newPoll(number)
  const state = {
    poll,
    pollVersion: poll?.version ?? 0,
    toldTo: 0,
    isHidden: false,
    isPinned: false,
    likeCount: 0,
    ...empty,
  }
  const rules = {
    whoMayComment,
    whoMayRepost: write.whoMayRepost ?? (world.noReposts.has(by) ? 'nobody' : 'everyone'),
    isWarned: false,
    isWarnedByStaff: false,
    whoMayQuote: write.whoMayQuote ?? world.whoMayQuote.get(by) ?? 'everyone',
  }
  const mention = { mentioned: member, isMention: !world.hides(by, member) }
  const post = { number, author: by, ...mention, topic, pictures, quoted: quoted?.number ?? null, ...rules, ...state }
  world.posts.push(post)
  tellMention(world, post, null)
  return 'done'
}

const pairOf = ({ by, member, isForNotifications }: Write) => ({ from: by, to: member, isForNotifications })

const findTagFollow = (world: World, { by, topic }: Write) =>
  world.tagFollows.find((follow) => follow.by === by && follow.topic === topic)

/** The muted word that the write takes back. */
export const wordOf = (world: World, { by, topic }: Write) =>
  world.words.find((word) => word.by === by && word.phrase === topic)
