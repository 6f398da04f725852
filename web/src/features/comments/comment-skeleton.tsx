import { Delayed } from '../../ui/feedback/delayed.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export function CommentSkeletons() {
  return (
    <div role="status">
      <span className="sr-only">Loading comments</span>
      <Delayed>
        {['first', 'second'].map((key) => (
          <div key={key} className="flex gap-3 py-3">
            <Skeleton shape="round" className="size-8" />
            <div className="flex-1 space-y-2">
              <Skeleton className="h-3.5 w-40" />
              <Skeleton className="h-3.5 w-3/4" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}
