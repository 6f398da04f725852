import { Delayed, Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for posts, shown after a noticeable wait. */
export function PostSkeletons({ count = 4 }: { count?: number }) {
  return (
    <div role="status">
      <span className="sr-only">Loading posts</span>
      <Delayed>
        {Array.from({ length: count }, (_, index) => (
          <div key={index} className="flex gap-3 border-b px-4 pt-3 pb-4">
            <Skeleton shape="round" className="size-10 shrink-0" />
            <div className="min-w-0 flex-1 space-y-2.5">
              <Skeleton className="h-4 w-48" />
              <Skeleton className="h-4 w-full" />
              <Skeleton className="h-4 w-2/3" />
              {index % 2 === 0 && <Skeleton shape="frame" className="aspect-video w-full" />}
              <Skeleton className="h-4 w-80 max-w-full" />
            </div>
          </div>
        ))}
      </Delayed>
    </div>
  )
}
