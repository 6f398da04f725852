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
  name: string
  icon: LucideIcon
  color: string
  /** Whether the icon is filled. */
  isSolid?: true
}

/** How each kind looks. The filters are in this order. */
export const KINDS: Readonly<Record<NotificationKind, Kind>> = {
  mention: { name: 'Mentions', icon: AtSign, color: 'text-accent' },
  like: { name: 'Likes', icon: Heart, color: 'text-heart', isSolid: true },
  repost: { name: 'Reposts', icon: Repeat2, color: 'text-success' },
  quote: { name: 'Quotes', icon: MessageSquareQuote, color: 'text-accent' },
  comment: { name: 'Comments', icon: MessageCircle, color: 'text-accent' },
  answer: { name: 'Answers', icon: MessageCircleReply, color: 'text-accent' },
  reply: { name: 'Replies', icon: MessagesSquare, color: 'text-accent' },
  upvote: { name: 'Upvotes', icon: ArrowBigUp, color: 'text-success', isSolid: true },
  edit: { name: 'Edits', icon: Pencil, color: 'text-muted' },
  follow: { name: 'Follows', icon: UserRoundCheck, color: 'text-success' },
  followRequest: { name: 'Requests', icon: UserRoundPlus, color: 'text-accent' },
  poll: { name: 'Polls', icon: ListChecks, color: 'text-accent' },
  report: { name: 'Reports', icon: Flag, color: 'text-muted' },
}

export const KIND_NAMES = Object.keys(KINDS) as readonly NotificationKind[]

/** The kind of this name; null for any other text. */
export function parseKind(text: string | null): NotificationKind | null {
  return KIND_NAMES.find((kind) => kind === text) ?? null
}
