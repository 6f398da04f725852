import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { KindSettings, NotificationKind, NotificationSettings } from '@quack/contract'
import { changeSettings } from '../../../data/notifications/notification-settings.ts'
import { translate } from '../../../locale/messages.ts'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { controlClass } from '../../../ui/form/field.tsx'
import { KIND_NAMES, KINDS } from '../kinds.ts'

const FROM: Readonly<Record<KindSettings['from'], MessageDescriptor>> = {
  everyone: msg({ message: 'Everyone', context: 'notifications from' }),
  followed: msg({ message: 'People I follow', context: 'notifications from' }),
  nobody: msg({ message: 'Nobody', context: 'notifications from' }),
}
const FROM_VALUES = Object.keys(FROM) as readonly KindSettings['from'][]

/** What each kind does, one row each. */
export function KindTable({ kinds }: { kinds: NotificationSettings['kinds'] }) {
  return (
    <div className="@container">
      <table className="w-full table-fixed border-collapse text-start">
        <thead className="text-meta text-muted @max-[15rem]:sr-only">
          <tr>
            <th className="pb-2 text-start font-medium">
              {t({ message: 'Kind', comment: 'A noun: the kind of notification, such as Likes. Head of a table.' })}
            </th>
            <th className="w-12 pb-2 font-medium">
              {t({ message: 'In the list', comment: 'Of notifications. Head of a table.' })}
            </th>
            <th className="w-12 pb-2 align-bottom font-medium">
              {/* Some languages have a longer word, with no space in it. */}
              <span className="-mx-1 block break-keep">
                {t({ message: 'Push', comment: 'As push messages. Head of a table.' })}
              </span>
            </th>
            <th className="w-26 @min-[20rem]:w-32 pb-2 ps-2 text-start align-bottom font-medium">
              {t({
                message: 'From',
                comment: 'Whose doing one hears of: everyone, people I follow, nobody. Head of a table.',
              })}
            </th>
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
  const name = translate(KINDS[kind].name)
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
          label={t({ message: `${{ kind: name }} in the list`, comment: 'Such as: Likes in the list' })}
          hideLabel
          checked={settings.list}
          onChange={({ target }) => change({ list: target.checked })}
        />
      </td>
      <td>
        <Checkbox
          label={t({ message: `${{ kind: name }} as push messages`, comment: 'Such as: Likes as push messages' })}
          hideLabel
          checked={settings.push}
          onChange={({ target }) => change({ push: target.checked })}
        />
      </td>
      <td className="py-1 ps-2">
        {/* What comes of a report comes from no member. */}
        {kind !== 'report' && (
          <select
            aria-label={t({
              message: `${{ kind: name }} from`,
              comment: 'Such as: Likes from. What follows is: everyone, people I follow, nobody.',
            })}
            value={settings.from}
            onChange={({ target }) => {
              const from = FROM_VALUES.find((value) => value === target.value)
              if (from) change({ from })
            }}
            className={cx(controlClass, 'min-h-10 bg-ground! px-2 text-ink! text-meta')}
          >
            {FROM_VALUES.map((value) => (
              <option key={value} value={value}>
                {translate(FROM[value])}
              </option>
            ))}
          </select>
        )}
      </td>
    </tr>
  )
}
