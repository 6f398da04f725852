import { choiceOf } from './apply-to-post.ts'
import type { Write } from './choose.ts'
import { langOf, newPoll, textOfComment, textOfPost, type WorldPoll, warningOf } from './world.ts'

type Request = readonly [method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object]

/** What a write refers to, by the server's ids. */
interface Refs {
  readonly id: (number: number) => string
  readonly member: string
  readonly word: number
  readonly reported: string
  /** The address of the picture of a new post or of an avatar; may be empty. */
  readonly picture: string
  /** Of a new post. */
  readonly furtherPictures: readonly string[]
  /** The topic of a post that is edited. */
  readonly topic: string
  /** The poll that is voted in. */
  readonly poll: WorldPoll | null
  /** What an edit makes of it. */
  readonly editedPoll: WorldPoll | null
  /** What a moderator puts on the post of a report. */
  readonly warning: string
  /** Up to which event notifications are read. */
  readonly upTo: string
}

const sentPoll = (poll: WorldPoll | null) => poll && { options: poll.options, showResults: poll.shows }

/** The call of each kind of write. */
export function requestOf(write: Write, refs: Refs): Request {
  const { kind, by, number, topic, whoMayComment, actions } = write
  const whoMayRepost = write.whoMayRepost ?? 'everyone'
  const whoMayQuote = write.whoMayQuote ?? 'everyone'
  const [post, comment, about] = [refs.id(write.post), refs.id(write.comment), refs.id(write.about)]
  const ofComment = `${post}/${comment}`
  switch (kind) {
    case 'post':
    case 'quote':
    case 'reusePicture': {
      const content = textOfPost({ author: by, number, mentioned: write.member, topic })
      const furtherPictures = refs.furtherPictures.map((url) => ({ url }))
      const rules = {
        whoMayComment,
        ...(write.whoMayRepost && { whoMayRepost }),
        ...(write.whoMayQuote && { whoMayQuote }),
      }
      const written = {
        content,
        lang: langOf(number),
        ...rules,
        poll: sentPoll(newPoll(number)),
        ...(kind === 'quote' && { quote: post }),
      }
      return ['POST', '/api/posts', { postData: { ...written, mediaUrl: refs.picture, furtherPictures } }]
    }
    case 'setAvatar':
    case 'dropAvatar':
      return ['POST', '/api/users/edit', { userData: { avatarURL: refs.picture } }]
    case 'limitComments':
      return ['POST', `/api/posts/edit/${post}`, { postData: { whoMayComment } }]
    case 'limitReposts':
      return ['POST', `/api/posts/edit/${post}`, { postData: { whoMayRepost } }]
    case 'setReposts':
      return ['POST', '/api/account/reposts', { whoMayRepost }]
    case 'limitQuotes':
      return ['POST', `/api/posts/edit/${post}`, { postData: { whoMayQuote } }]
    case 'setQuotes':
      return ['POST', '/api/account/reposts', { whoMayQuote }]
    case 'withdrawQuote':
      return ['DELETE', `/api/posts/${post}/quotes/${refs.id(write.quote)}`]
    case 'repost':
    case 'unrepost':
      return [kind === 'repost' ? 'PUT' : 'DELETE', `/api/posts/${post}/repost`]
    case 'hideReposts':
    case 'showReposts':
      return [kind === 'hideReposts' ? 'PUT' : 'DELETE', `/api/users/${refs.member}/hidden-reposts`]
    case 'editPost': {
      const text = { author: by, number: write.post, mentioned: write.member, topic: refs.topic }
      return ['POST', `/api/posts/edit/${post}`, { postData: { content: textOfPost(text) } }]
    }
    case 'editPoll':
      return ['POST', `/api/posts/edit/${post}`, { postData: { poll: sentPoll(refs.editedPoll) } }]
    case 'warn': {
      const warning = warningOf({ author: by, number: write.post, isWarned: write.isWarned, isWarnedByStaff: false })
      return ['POST', `/api/posts/edit/${post}`, { postData: { warning: warning ?? '' } }]
    }
    case 'deletePost':
      return ['DELETE', `/api/posts/${post}`]
    case 'pin':
    case 'unpin':
    case 'like':
    case 'dislike':
      return ['POST', `/api/posts/${kind}/${post}`]
    case 'votePoll':
      return ['PUT', `/api/posts/${post}/vote`, { choices: [choiceOf(write)], version: refs.poll?.version ?? 1 }]
    case 'bookmark':
      return ['POST', `/api/users/bookmark/${post}`]
    case 'comment':
      return [
        'POST',
        `/api/comments/add/${post}`,
        {
          commentData: {
            text: textOfComment({ author: by, number, mentioned: write.member }),
            ...(write.isAnswer && write.comment > 0 && { answering: comment }),
          },
        },
      ]
    case 'editComment': {
      const text = { author: by, number: write.comment, mentioned: write.member }
      return ['POST', `/api/comments/edit/${ofComment}`, { commentData: { text: textOfComment(text) } }]
    }
    case 'upvote':
    case 'downvote':
      return ['POST', `/api/comments/${kind}/${ofComment}`]
    case 'hideComment':
      return ['POST', `/api/comments/hide/${ofComment}`]
    case 'unhideComment':
      return ['POST', `/api/comments/unhide/${ofComment}`]
    case 'deleteComment':
      return ['POST', `/api/comments/delete/${ofComment}`]
    case 'follow':
    case 'unfollow':
    case 'block':
    case 'unblock':
    case 'unmute':
      return ['POST', `/api/users/${kind}/${refs.member}`]
    case 'mute':
      return ['POST', `/api/users/mute/${refs.member}`, { duration: 'always', notifications: write.isForNotifications }]
    case 'setPrivate':
      return ['POST', '/api/account/private', { private: write.isPrivate }]
    case 'acceptRequest':
      return ['POST', `/api/follow-requests/${refs.member}/accept`]
    case 'rejectRequest':
      return ['POST', `/api/follow-requests/${refs.member}/reject`]
    case 'removeFollower':
      return ['POST', `/api/users/remove-follower/${refs.member}`]
    case 'followTag':
      return ['POST', `/api/tags/${topic}/follow`]
    case 'unfollowTag':
      return ['DELETE', `/api/tags/${topic}/follow`]
    case 'muteWord':
      return ['POST', '/api/muted-words', { phrase: topic, action: write.wordAction, duration: 'always' }]
    case 'unmuteWord':
      return ['DELETE', `/api/muted-words/${refs.id(refs.word)}`]
    case 'report':
      return ['POST', '/api/reports', { kind: write.reported, id: refs.reported, rule: 'spam' }]
    case 'decide':
      return [
        'POST',
        '/api/moderation/decisions',
        { reports: [about], actions, message: 'Decided.', warning: refs.warning },
      ]
    case 'appeal':
      return ['POST', `/api/decisions/${about}/appeal`, { text: 'Please.' }]
    case 'decideAppeal':
      return ['POST', `/api/moderation/appeals/${about}`, { accept: !actions.includes('none'), message: 'Looked at.' }]
    case 'readNotifications':
      return ['POST', '/api/notifications/read', { upTo: refs.upTo }]
    case 'chooseNotifications':
      return ['POST', '/api/notifications/settings', { kinds: { [write.notificationKind]: write.choice } }]
    case 'mutePost':
    case 'unmutePost':
      return ['POST', `/api/posts/${kind === 'mutePost' ? 'mute' : 'unmute'}/${post}`]
    case 'restore':
    case 'unlimit':
      return ['POST', `/api/moderation/members/${refs.member}/${kind}`]
  }
}
