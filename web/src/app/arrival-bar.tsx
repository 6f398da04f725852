import { useNavigation } from 'react-router'
import { Delayed } from '../ui/feedback/delayed.tsx'

/** A thin line at the top while the next screen loads. Not shown for short waits. */
export function ArrivalBar() {
  const isLoading = useNavigation().state === 'loading'
  if (!isLoading) return null
  return (
    <Delayed>
      <div role="status" className="fixed inset-x-0 top-0 z-(--layer-notice) h-0.5 animate-shimmer bg-accent">
        <span className="sr-only">Loading the page</span>
      </div>
    </Delayed>
  )
}
