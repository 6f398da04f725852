import { LoaderCircle } from 'lucide-react'

/** A small loading indicator. Hidden from assistive technology: its parent must announce the state. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" aria-hidden="true" />
}
