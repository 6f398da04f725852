import { t } from '@lingui/core/macro'
import { messageOf } from '../../data/api/api-errors.ts'
import { useStatistics } from '../../data/moderation/moderation.ts'
import { intlLocale } from '../../locale/messages.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DayChart } from './day-chart.tsx'

/** Bytes, and each unit of 1,024 of the one before. */
const UNITS: readonly ((size: string) => string)[] = [
  (size) => t({ message: `${size} B`, comment: 'Bytes' }),
  (size) => t({ message: `${size} KB`, comment: 'Kilobytes' }),
  (size) => t({ message: `${size} MB`, comment: 'Megabytes' }),
  (size) => t({ message: `${size} GB`, comment: 'Gigabytes' }),
  (size) => t({ message: `${size} TB`, comment: 'Terabytes' }),
]

function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1_024)))
  const digits = power === 0 ? 0 : 1
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  const size = (bytes / 1_024 ** power).toLocaleString(intlLocale(), options)
  return UNITS[power]?.(size) ?? size
}

/** Figures of the installation. */
export function FiguresPart() {
  const { data, error, refetch } = useStatistics()
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-4 h-60" />
  const facts = [
    [t`Members`, data.members.toLocaleString(intlLocale())],
    [t`Posts`, data.posts.toLocaleString(intlLocale())],
    [t({ message: 'Media', comment: 'Storage that pictures and videos take' }), formatBytes(data.mediaBytes)],
    [t`Database`, formatBytes(data.databaseBytes)],
    [
      t`Last backup`,
      data.lastBackupAt === null
        ? t({ message: 'None yet', comment: 'No backup' })
        : new Date(data.lastBackupAt).toLocaleString(intlLocale()),
    ],
    [t`Version`, data.version],
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
      <DayChart title={t`New members`} days={data.days.map(({ day, members }) => ({ day, count: members }))} />
      <DayChart title={t`New posts`} days={data.days.map(({ day, posts }) => ({ day, count: posts }))} />
    </div>
  )
}
