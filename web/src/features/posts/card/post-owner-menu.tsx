import { t } from '@lingui/core/macro'
import { Link2Off, MessageCircleMore, Pin, PinOff, Repeat2, RepeatOff, UsersRound } from 'lucide-react'
import { succeeds } from '../../../data/api/error-notifications.ts'
import { loadCode } from '../../../data/code/load-code.ts'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { useMember } from '../../../data/members/members.ts'
import { pinPost, unpinPost } from '../../../data/posts/post-lists.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { loadWrites } from '../../../data/sending/load-writes.ts'
import type { OwnerMenuEntry } from '../../../ui/popup/owner-menu.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import { AuthorMenu, loadOwnerMenu } from '../../members/author-menu.tsx'
import { usePostMute } from '../../safety/use-post-mute.ts'
import { useQuoteEntries } from '../quote/use-quote-entries.ts'

interface PostOwnerMenuProps {
  post: LivePost
  onDeleted?: (() => void) | undefined
}

/** The menu for the author of a post. */
export function PostOwnerMenu({ post, onDeleted }: PostOwnerMenuProps) {
  const edit = useOnDemand(() => import('../composer/edit-dialog.tsx'))
  const menu = useOnDemand(loadOwnerMenu)
  const commenters = useOnDemand(() => import('./audience-dialog.tsx'))
  const quoters = useOnDemand(() => import('./audience-dialog.tsx'))
  const withdraw = useOnDemand(() => import('../quote/withdraw-dialog.tsx'))
  const quoteEntries = useQuoteEntries(post, withdraw.open)
  const pin = usePinItem(post, menu.module !== null)
  const mute = usePostMute(post._id, menu.module !== null)
  return (
    <>
      <AuthorMenu
        popup={menu}
        label={t`Post options`}
        editLabel={t`Edit Post`}
        deleteLabel={t`Delete Post`}
        question={t`Delete post?`}
        consequence={t`It goes for good, with its comments and likes.`}
        more={[
          ...quoteEntries,
          pin,
          { icon: MessageCircleMore, label: t`Who can comment…`, onSelect: commenters.open },
          { icon: UsersRound, label: t`Who can quote…`, onSelect: quoters.open },
          repostsItem(post),
          ...(post.card ? [cardItem(post)] : []),
          mute,
        ]}
        onEdit={edit.open}
        onDelete={async () => (await loadWrites()).removePost(post)}
        onDeleted={() => {
          toast.success(t`Post deleted`)
          onDeleted?.()
        }}
      />
      {edit.module && <edit.module.EditDialog post={post} {...edit.props} />}
      {commenters.shown && (
        <commenters.shown.AudienceDialog post={post} audience={commenters.shown.COMMENTERS} {...commenters.props} />
      )}
      {quoters.shown && (
        <quoters.shown.AudienceDialog post={post} audience={quoters.shown.QUOTERS} {...quoters.props} />
      )}
      {withdraw.shown && <withdraw.shown.WithdrawDialog post={post} {...withdraw.props} />}
    </>
  )
}

/** The menu's entry that takes the card of the address off an own post. */
function cardItem(post: LivePost): OwnerMenuEntry {
  const remove = async () => {
    const { sendCardRemoval } = await loadCode(() => import('../../../data/sending/post-sends.ts'))
    await sendCardRemoval(post._id)
    toast.success(t`Link card removed`)
  }
  return { icon: Link2Off, label: t`Remove link card`, onSelect: () => void succeeds(remove) }
}

/** The menu's entry that lets others repost an own post, or not. */
function repostsItem(post: LivePost): OwnerMenuEntry {
  const mayRepost = post.whoMayRepost !== 'nobody'
  const change = async () => {
    const { sendEdit, showEditedPost } = await loadCode(() => import('../../../data/sending/post-sends.ts'))
    showEditedPost(await sendEdit(post._id, { whoMayRepost: mayRepost ? 'nobody' : 'everyone' }), post.content)
    toast.success(mayRepost ? t`This post can no longer be reposted` : t`This post can be reposted`)
  }
  return {
    icon: mayRepost ? RepeatOff : Repeat2,
    label: mayRepost ? t`Do not allow reposts` : t`Allow reposts`,
    onSelect: () => void succeeds(change),
  }
}

/**
 * The menu's entry that pins or unpins an own post.
 * @param isNeeded whether it is shown. It depends on the author's profile, which is not fetched before
 */
function usePinItem(post: LivePost, isNeeded: boolean): OwnerMenuEntry {
  const pinnedPost = useMember(isNeeded ? post.username : '').data?.pinnedPost
  const isPinned = pinnedPost === post._id

  async function toggle() {
    if (isPinned) await unpinPost(post)
    else await pinPost(post)
    toast.success(isPinned ? t`Post unpinned` : t`Post pinned`)
  }
  return {
    icon: isPinned ? PinOff : Pin,
    label: isPinned ? t`Unpin from profile` : t`Pin to profile`,
    disabled: pinnedPost === undefined,
    onSelect: () => void succeeds(toggle),
  }
}
