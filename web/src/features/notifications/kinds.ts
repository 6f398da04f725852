import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NotificationKind } from '@quack/contract'
import {
  ArrowBigUp,
  AtSign,
  Flag,
  Heart,
  ListChecks,
  type LucideIcon,
  MessageCircle,
  MessageCircleReply,
  MessageSquareQuote,
  MessagesSquare,
  Pencil,
  Repeat2,
  UserRoundCheck,
  UserRoundPlus,
} from 'lucide-react'

interface Kind {
  /** What they are called, in filters and settings. */
  name: MessageDescriptor
  icon: LucideIcon
  color: string
  /** Whether the icon is filled. */
  isSolid?: true
}

/** How each kind looks. The filters are in this order. */
export const KINDS: Readonly<Record<NotificationKind, Kind>> = {
  mention: { name: msg({ message: 'Mentions', context: 'kind of notification' }), icon: AtSign, color: 'text-accent' },
  like: {
    name: msg({ message: 'Likes', context: 'kind of notification' }),
    icon: Heart,
    color: 'text-heart',
    isSolid: true,
  },
  repost: { name: msg({ message: 'Reposts', context: 'kind of notification' }), icon: Repeat2, color: 'text-success' },
  quote: {
    name: msg({ message: 'Quotes', context: 'kind of notification' }),
    icon: MessageSquareQuote,
    color: 'text-accent',
  },
  comment: {
    name: msg({ message: 'Comments', context: 'kind of notification' }),
    icon: MessageCircle,
    color: 'text-accent',
  },
  answer: {
    name: msg({ message: 'Answers', context: 'kind of notification' }),
    icon: MessageCircleReply,
    color: 'text-accent',
  },
  reply: {
    name: msg({ message: 'Replies', context: 'kind of notification' }),
    icon: MessagesSquare,
    color: 'text-accent',
  },
  upvote: {
    name: msg({ message: 'Upvotes', context: 'kind of notification' }),
    icon: ArrowBigUp,
    color: 'text-success',
    isSolid: true,
  },
  edit: { name: msg({ message: 'Edits', context: 'kind of notification' }), icon: Pencil, color: 'text-muted' },
  follow: {
    name: msg({ message: 'Follows', context: 'kind of notification' }),
    icon: UserRoundCheck,
    color: 'text-success',
  },
  followRequest: {
    name: msg({ message: 'Requests', context: 'kind of notification' }),
    icon: UserRoundPlus,
    color: 'text-accent',
  },
  poll: { name: msg({ message: 'Polls', context: 'kind of notification' }), icon: ListChecks, color: 'text-accent' },
  report: { name: msg({ message: 'Reports', context: 'kind of notification' }), icon: Flag, color: 'text-muted' },
}

export const KIND_NAMES = Object.keys(KINDS) as readonly NotificationKind[]

/** The kind of this name; null for any other text. */
export function parseKind(text: string | null): NotificationKind | null {
  return KIND_NAMES.find((kind) => kind === text) ?? null
}
