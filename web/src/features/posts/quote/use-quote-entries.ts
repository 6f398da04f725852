import { t } from '@lingui/core/macro'
import { mayQuote } from '@quack/contract/rules/quotes'
import { MessageSquareQuote, TextQuote, Unlink } from 'lucide-react'
import { useNavigate } from 'react-router'
import { quotePost } from '../../../data/drafts/drafts.ts'
import { isViewer, type Person, usePerson } from '../../../data/members/people.ts'
import { asQuoted } from '../../../data/offline/quoted.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { paths } from '../../../paths.ts'
import type { OwnerMenuEntry } from '../../../ui/popup/owner-menu.tsx'

/**
 * The entries about quotes in the menu of a post; none in that of something else.
 * @param onWithdraw asks whether the viewer's post is taken out of this one, which quotes it
 */
export function useQuoteEntries(post: LivePost | undefined, onWithdraw: () => void): OwnerMenuEntry[] {
  const navigate = useNavigate()
  const author = usePerson(post?.username ?? '')
  if (!post) return []
  const refusal = refusalOf(post, author)
  const quoted = post.quote?.post
  const quote = {
    icon: MessageSquareQuote,
    label: refusal ?? t({ message: 'Quote', context: 'verb' }),
    disabled: refusal !== null,
    onSelect: () => quotePost(asQuoted(post)),
  }
  const list = { icon: TextQuote, label: t`Quotes`, onSelect: () => void navigate(paths.quotes(post.id)) }
  const withdraw = { icon: Unlink, label: t`Remove my post from this quote`, onSelect: onWithdraw }
  return [
    quote,
    ...((post.quoteCount ?? 0) > 0 ? [list] : []),
    ...(quoted && isViewer(quoted.username) ? [withdraw] : []),
  ]
}

/** Why the viewer may not quote a post, as far as the client knows: the server decides. */
function refusalOf(post: LivePost, author: Person | undefined): string | null {
  const { username, hidden, whoMayQuote = 'everyone' } = post
  if (hidden || author?.private) return t`Cannot be quoted`
  const member = { isAuthor: isViewer(username), follows: author?.viewer?.following ?? false }
  if (mayQuote(whoMayQuote, member)) return null
  return whoMayQuote === 'followers' ? t`Only followers can quote` : t`Cannot be quoted`
}
