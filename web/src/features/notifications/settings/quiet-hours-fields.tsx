import { t } from '@lingui/core/macro'
import type { QuietHours } from '@quack/contract'
import { useId } from 'react'
import { changeSettings } from '../../../data/notifications/notification-settings.ts'
import { translate } from '../../../locale/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { controlClass, FieldShell } from '../../../ui/form/field.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { DayRow } from './day-row.tsx'
import { browserTimeZone, everyNight, timeZones, WEEKDAYS, withDay } from './quiet-hours.ts'

const save = (quietHours: QuietHours | null) => changeSettings('quietHours', (known) => ({ ...known, quietHours }))

/** When no push messages are sent to the viewer's devices. */
export function QuietHoursFields({ quietHours }: { quietHours: QuietHours | null }) {
  const id = useId()
  return (
    <>
      <Switch
        label={t`Quiet hours`}
        hint={t`No push messages arrive during these hours; afterwards one says what you missed.`}
        checked={quietHours !== null}
        onChange={({ target }) => save(target.checked ? everyNight(browserTimeZone()) : null)}
      />
      {quietHours && (
        <>
          <Button
            variant="secondary"
            size="small"
            className="self-start"
            onClick={() => save(everyNight(quietHours.timeZone))}
          >
            {t`Every night 22:00–07:00`}
          </Button>
          <ul className="flex flex-col">
            {WEEKDAYS.map((name, day) => (
              <DayRow
                key={day}
                name={translate(name)}
                hours={quietHours.days[day] ?? null}
                onChange={(hours) => save(withDay(quietHours, day, hours))}
              />
            ))}
          </ul>
          <FieldShell id={id} label={t`Time zone`}>
            <select
              id={id}
              value={quietHours.timeZone}
              onChange={({ target }) => save({ ...quietHours, timeZone: target.value })}
              className={`${controlClass} min-h-10 bg-ground! text-ink!`}
            >
              {timeZones(quietHours.timeZone).map((zone) => (
                <option key={zone}>{zone}</option>
              ))}
            </select>
          </FieldShell>
        </>
      )}
    </>
  )
}
