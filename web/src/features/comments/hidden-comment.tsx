import { EyeOff } from 'lucide-react'

/** Stands where a comment is in the thread whose author and the viewer do not see each other. */
export function HiddenComment() {
  return (
    <p className="flex items-center gap-3 py-2 text-meta text-muted">
      <span className="grid w-8 shrink-0 place-items-center">
        <EyeOff size={16} aria-hidden="true" />
      </span>
      A comment by a member whom you do not see
    </p>
  )
}
