import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Placeholders for `count` member rows. */
export function MemberRowSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <div key={index} className="flex items-center gap-3 px-4 py-2.5">
      <Skeleton shape="round" className="size-10" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-3.5 w-28" />
        <Skeleton className="h-3 w-20" />
      </div>
      <Skeleton shape="round" className="h-8 w-22" />
    </div>
  ))
}
