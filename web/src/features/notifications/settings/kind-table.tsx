import type { KindSettings, NotificationKind, NotificationSettings } from '@quack/contract'
import { changeSettings } from '../../../data/notifications/notification-settings.ts'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { controlClass } from '../../../ui/form/field.tsx'
import { KIND_NAMES, KINDS } from '../kinds.ts'

const FROM: Readonly<Record<KindSettings['from'], string>> = {
  everyone: 'Everyone',
  followed: 'People I follow',
  nobody: 'Nobody',
}
const FROM_VALUES = Object.keys(FROM) as readonly KindSettings['from'][]

/** What each kind does, one row each. */
export function KindTable({ kinds }: { kinds: NotificationSettings['kinds'] }) {
  return (
    <div className="@container">
      <table className="w-full table-fixed border-collapse text-start">
        <thead className="text-meta text-muted @max-[15rem]:sr-only">
          <tr>
            <th className="pb-2 text-start font-medium">Kind</th>
            <th className="w-12 pb-2 font-medium">In the list</th>
            <th className="w-12 pb-2 align-bottom font-medium">Push</th>
            <th className="w-26 @min-[20rem]:w-32 pb-2 ps-2 text-start align-bottom font-medium">From</th>
          </tr>
        </thead>
        <tbody>
          {KIND_NAMES.map((kind) => (
            <KindRow key={kind} kind={kind} settings={kinds[kind]} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface KindRowProps {
  kind: NotificationKind
  settings: KindSettings
}

function KindRow({ kind, settings }: KindRowProps) {
  const { name } = KINDS[kind]
  const change = (part: Partial<KindSettings>) =>
    changeSettings(kind, (known) => ({
      ...known,
      kinds: { ...known.kinds, [kind]: { ...known.kinds[kind], ...part } },
    }))
  return (
    <tr className="border-t @max-[15rem]:flex @max-[15rem]:flex-col">
      <th scope="row" className="py-1 text-start font-medium">
        {name}
      </th>
      <td>
        <Checkbox
          label={`${name} in the list`}
          hideLabel
          checked={settings.list}
          onChange={({ target }) => change({ list: target.checked })}
        />
      </td>
      <td>
        <Checkbox
          label={`${name} as push messages`}
          hideLabel
          checked={settings.push}
          onChange={({ target }) => change({ push: target.checked })}
        />
      </td>
      <td className="py-1 ps-2">
        {/* What comes of a report comes from no member. */}
        {kind !== 'report' && (
          <select
            aria-label={`${name} from`}
            value={settings.from}
            onChange={({ target }) => {
              const from = FROM_VALUES.find((value) => value === target.value)
              if (from) change({ from })
            }}
            className={cx(controlClass, 'min-h-10 bg-ground! px-2 text-ink! text-meta')}
          >
            {FROM_VALUES.map((value) => (
              <option key={value} value={value}>
                {FROM[value]}
              </option>
            ))}
          </select>
        )}
      </td>
    </tr>
  )
}
