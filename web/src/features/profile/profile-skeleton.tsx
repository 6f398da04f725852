import { Delayed } from '../../ui/feedback/delayed.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** The size of ProfileHead for a member with a short bio. */
export function ProfileSkeleton() {
  return (
    <Delayed>
      <p role="status" className="sr-only">
        Loading the profile
      </p>
      <div className="flex flex-col gap-3 border-b p-4">
        <Skeleton shape="round" className="size-24" />
        <Skeleton className="h-6 w-48" />
        <Skeleton className="h-4 w-28" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-64" />
        <Skeleton className="h-5 w-72" />
      </div>
    </Delayed>
  )
}
