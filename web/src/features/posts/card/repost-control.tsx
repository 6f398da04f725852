import { t } from '@lingui/core/macro'
import { Repeat2 } from 'lucide-react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { isViewer, usePerson } from '../../../data/members/people.ts'
import { toggleRepost } from '../../../data/posts/post-taps.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Count } from '../../../ui/text/count.tsx'

/** The repost button, and the number of reposts, if any, which opens the list of who has reposted. */
export function RepostControl({ post }: { post: LivePost }) {
  const repostedBy = useOnDemand(() => import('./people-dialogs.tsx'))
  const { reposted = false } = post.viewer
  const count = post.repostCount ?? 0
  const isPrivate = usePerson(post.username)?.private === true
  // A repost can be taken back, whatever its author allows now.
  const mayRepost = reposted || !(isPrivate || isViewer(post.username) || post.whoMayRepost === 'nobody')
  return (
    <div className="flex items-center">
      <IconButton
        label={mayRepost ? t({ message: 'Repost', context: 'verb' }) : t`Cannot be reposted`}
        aria-pressed={reposted}
        // Not `disabled`, which would take the focus away after the last tap.
        aria-disabled={!mayRepost}
        onClick={() => mayRepost && toggleRepost(post._id)}
        tone="accent"
        isOn={reposted}
      >
        <Repeat2 size={18} aria-hidden="true" />
      </IconButton>
      {count > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={t`Reposted by: ${count}`}
          onPointerEnter={repostedBy.prepare}
          onClick={repostedBy.open}
          className={cx(
            '-ms-2 h-10 min-w-8 rounded-full px-1.5 text-start text-meta hover:underline',
            reposted && 'text-accent',
          )}
        >
          <Count value={count} />
        </button>
      )}
      {repostedBy.module && <repostedBy.module.RepostedByDialog postId={post._id} {...repostedBy.props} />}
    </div>
  )
}
