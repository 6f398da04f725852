import { plural, t } from '@lingui/core/macro'
import { intlLocale } from '../../locale/messages.ts'

interface DayChartProps {
  title: string
  /** Oldest first. */
  days: readonly { day: string; count: number }[]
}

const HEIGHT = 60
const STEP = 10

/** A small bar chart of days, with a table for screen readers. */
export function DayChart({ title, days }: DayChartProps) {
  const most = Math.max(1, ...days.map(({ count }) => count))
  const total = days.reduce((sum, { count }) => sum + count, 0).toLocaleString(intlLocale())
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="font-semibold">
        {title}{' '}
        <span className="font-normal text-muted">
          {t({
            message: plural({ days: days.length }, { one: `in # day: ${total}`, other: `in # days: ${total}` }),
            comment: 'After a title, such as New members',
          })}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-20 w-full border-b rtl:-scale-x-100"
      >
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT)
          return (
            <rect
              key={day}
              x={index * STEP + 1}
              y={HEIGHT - height}
              width={STEP - 2}
              height={height}
              className="fill-(--accent-solid)"
            />
          )
        })}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-meta text-muted">
        <span>{days[0]?.day}</span>
        <span>{t`most in a day: ${{ most: most.toLocaleString(intlLocale()) }}`}</span>
        <span>{days.at(-1)?.day}</span>
      </p>
      <table className="sr-only">
        <caption>{title}</caption>
        <tbody>
          {days.map(({ day, count }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}
