import { Delayed } from '../../ui/feedback/delayed.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const ROWS = 6

export function NotificationSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading notifications</span>
      <Delayed>
        {Array.from({ length: ROWS }, (_, index) => (
          <div key={index} className="flex gap-3 border-b px-4 py-3">
            <Skeleton shape="round" className="mt-1.25 size-5.5" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton shape="round" className="size-8" />
              <Skeleton className="h-4 w-3/5" />
              <Skeleton className="h-4 w-4/5" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}
