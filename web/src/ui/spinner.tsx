import { LoaderCircle } from 'lucide-react'

/** A turning ring for a wait inside something small. Silent by itself: whoever shows it says what is busy. */
export function Spinner({ size = 18 }: { size?: number }) {
  return <LoaderCircle size={size} className="animate-spin" aria-hidden="true" />
}
