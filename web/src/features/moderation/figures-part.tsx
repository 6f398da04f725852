import { messageOf } from '../../data/api/api-errors.ts'
import { useStatistics } from '../../data/moderation/moderation.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DayChart } from './day-chart.tsx'

const formatBytes = (bytes: number) => {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  return `${(bytes / 1_024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}

/** Figures of the installation. */
export function FiguresPart() {
  const { data, error, refetch } = useStatistics()
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-4 h-60" />
  const facts = [
    ['Members', data.members.toLocaleString('en-US')],
    ['Posts', data.posts.toLocaleString('en-US')],
    ['Media', formatBytes(data.mediaBytes)],
    ['Database', formatBytes(data.databaseBytes)],
    ['Last backup', data.lastBackupAt === null ? 'None yet' : new Date(data.lastBackupAt).toLocaleString('en-US')],
    ['Version', data.version],
  ] as const
  return (
    <div className="flex flex-col gap-8 p-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {facts.map(([name, figure]) => (
          <div key={name}>
            <dt className="text-meta text-muted">{name}</dt>
            <dd className="wrap-anywhere font-bold text-large tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
      <DayChart title="New members" days={data.days.map(({ day, members }) => ({ day, count: members }))} />
      <DayChart title="New posts" days={data.days.map(({ day, posts }) => ({ day, count: posts }))} />
    </div>
  )
}
