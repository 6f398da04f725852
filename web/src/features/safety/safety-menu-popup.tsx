import { select, t } from '@lingui/core/macro'
import { Ban, Flag, Repeat2, RepeatOff, Volume2, VolumeX } from 'lucide-react'
import type { ReactElement } from 'react'
import { useIsGuest } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useIsModerated } from '../../data/installation/meta.ts'
import { useMember } from '../../data/members/members.ts'
import type { TargetKind } from '../../data/moderation/reports.ts'
import type { LivePost } from '../../data/posts/posts.ts'
import { setRepostsHidden, unmuteMember } from '../../data/safety/mutes.ts'
import { Menu, MenuItem } from '../../ui/popup/menu.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { useQuoteEntries } from '../posts/quote/use-quote-entries.ts'
import { type CommentHiding, HideCommentItem } from './hide-comment-item.tsx'
import { usePostMute } from './use-post-mute.ts'

interface SafetyMenuPopupProps {
  trigger: ReactElement
  kind: TargetKind
  id: string
  /** The author, or the member. */
  username: string
  post?: LivePost | undefined
  hiding?: CommentHiding | undefined
}

export function SafetyMenuPopup({ trigger, kind, id, username, post, hiding }: SafetyMenuPopupProps) {
  // A post or comment does not say whether its author is muted.
  const relation = useMember(username).data?.viewer
  const guest = useOnDemand(() => import('../members/guest-dialog.tsx'))
  const mute = useOnDemand(() => import('./mute-dialog.tsx'))
  const isModerated = useIsModerated()
  const report = useOnDemand(() => import('../reports/report-dialog.tsx'))
  const block = useOnDemand(() => import('./block-dialog.tsx'))
  const isOwnAccount = useIsGuest() === false
  const postMute = usePostMute(id, kind === 'post')
  const withdraw = useOnDemand(() => import('../posts/quote/withdraw-dialog.tsx'))
  const quoteEntries = useQuoteEntries(post, withdraw.open)

  async function unmute() {
    await unmuteMember(username)
    toast.success(t`You unmuted @${username}`)
  }

  async function toggleReposts() {
    const isHidden = !relation?.hidesReposts
    await setRepostsHidden(username, isHidden)
    toast.success(isHidden ? t`You will not see reposts by @${username}` : t`You will see reposts by @${username}`)
  }

  return (
    <>
      <Menu trigger={trigger}>
        {hiding && <HideCommentItem commentId={id} {...hiding} />}
        {quoteEntries.map(({ label, ...entry }) => (
          <MenuItem key={label} {...entry}>
            <Label text={label} />
          </MenuItem>
        ))}
        {kind === 'post' && <MenuItem {...postMute}>{postMute.label}</MenuItem>}
        {relation?.following && (
          <MenuItem icon={relation.hidesReposts ? Repeat2 : RepeatOff} onSelect={() => void succeeds(toggleReposts)}>
            <Label text={relation.hidesReposts ? t`Show reposts by @${username}` : t`Hide reposts by @${username}`} />
          </MenuItem>
        )}
        {relation?.muted ? (
          <MenuItem icon={Volume2} onSelect={() => void succeeds(unmute)}>
            <Label text={t`Unmute @${username}`} />
          </MenuItem>
        ) : (
          <MenuItem icon={VolumeX} disabled={!relation} onSelect={isOwnAccount ? mute.open : guest.open}>
            <Label text={t`Mute @${username}…`} />
          </MenuItem>
        )}
        <MenuItem icon={Ban} danger onSelect={isOwnAccount ? block.open : guest.open}>
          <Label text={t`Block @${username}…`} />
        </MenuItem>
        {isModerated && (
          <MenuItem icon={Flag} onSelect={report.open}>
            {select(kind, { member: 'Report profile', comment: 'Report comment', other: 'Report post' })}
          </MenuItem>
        )}
      </Menu>
      {post && withdraw.shown && <withdraw.shown.WithdrawDialog post={post} {...withdraw.props} />}
      {guest.module && <guest.module.GuestDialog {...guest.props} />}
      {mute.shown && <mute.shown.MuteDialog username={username} {...mute.props} />}
      {report.shown && <report.shown.ReportDialog kind={kind} id={id} {...report.props} />}
      {block.module && <block.module.BlockDialog username={username} {...block.props} />}
    </>
  )
}

/**
 * In a menu that fits on a phone. English has it in one line. In other languages, the verb may be last, and from right
 * to left, a username would lose its start: to cut that would cut what matters.
 */
function Label({ text }: { text: string }) {
  return (
    <span className="max-w-[65vw] truncate text-balance not-[:lang(en)]:wrap-anywhere not-[:lang(en)]:whitespace-normal not-[:lang(en)]:py-1.5">
      {text}
    </span>
  )
}
