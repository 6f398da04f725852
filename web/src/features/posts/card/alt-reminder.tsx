import { t } from '@lingui/core/macro'
import { X } from 'lucide-react'
import { useOnDemand } from '../../../data/code/use-on-demand.ts'
import { dismissMissingAlt, picturesOf } from '../../../data/posts/media.ts'
import type { LivePost } from '../../../data/posts/posts.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'

/** Reminds the author of a post, after it was posted, that a picture or its video has no description. */
export function AltReminder({ post }: { post: LivePost }) {
  const edit = useOnDemand(() => import('../composer/edit-dialog.tsx'))
  if (picturesOf(post).every(({ alt }) => alt !== '')) return null
  return (
    <div className="mt-1 flex items-center gap-1 text-meta text-muted">
      <span>{t`No description yet`}</span>
      <Button variant="ghost" size="small" onPointerEnter={edit.prepare} onFocus={edit.prepare} onClick={edit.open}>
        {t`Add one`}
      </Button>
      <IconButton
        label={t`Dismiss`}
        tooltip={false}
        onClick={() => dismissMissingAlt(post._id)}
        className="ms-auto -me-2.5"
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
      {edit.module && <edit.module.EditDialog post={post} {...edit.props} />}
    </div>
  )
}
