import { EyeOff } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'

interface CollapsedPostProps {
  /** The accessible name. */
  label: string
  mutedWord: string
  onShow: () => void
}

/** Stands for a post with a word that the viewer has muted. */
export function CollapsedPost({ label, mutedWord, onShow }: CollapsedPostProps) {
  return (
    <article aria-label={label} className="flex items-center gap-3 border-b px-4 py-1.5 text-meta text-muted">
      <span className="flex w-10 shrink-0 justify-end">
        <EyeOff size={16} aria-hidden="true" />
      </span>
      <p className="wrap-anywhere min-w-0 flex-1">You muted “{mutedWord}”</p>
      <Button variant="ghost" size="small" onClick={onShow}>
        Show
      </Button>
    </article>
  )
}
