import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import type { ShowPollResults } from '@quack/contract'
import { POLL_OPTION_MAX_LENGTH, POLL_OPTIONS_MAX, POLL_OPTIONS_MIN } from '@quack/contract/rules/limits'
import { isBlank, oneLine } from '@quack/contract/rules/text'
import { Plus, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { DraftPoll } from '../../../data/drafts/drafts.ts'
import { translate } from '../../../locale/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { controlClass } from '../../../ui/form/field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { isSendKey, keyOf } from '../../../ui/keys.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { Composer } from './use-composer.ts'

const MINUTES = 60
const HOURS = 60 * MINUTES
const DAYS = 24 * HOURS

/** For how long a poll can be opened here, in seconds. */
const DURATIONS: readonly number[] = [
  ...[5 * MINUTES, 30 * MINUTES],
  ...[1 * HOURS, 6 * HOURS, 12 * HOURS],
  ...[1 * DAYS, 3 * DAYS, 7 * DAYS, 14 * DAYS, 30 * DAYS],
]

function sayDuration(seconds: number): string {
  if (seconds < HOURS) return plural({ minutes: seconds / MINUTES }, { one: '# minute', other: '# minutes' })
  if (seconds < DAYS) return plural({ hours: seconds / HOURS }, { one: '# hour', other: '# hours' })
  return plural({ days: seconds / DAYS }, { one: '# day', other: '# days' })
}

const RESULTS: Readonly<Record<ShowPollResults, MessageDescriptor>> = {
  always: msg({ message: 'Always', context: 'when results of a poll are shown' }),
  voted: msg({ message: 'After a vote', context: 'when results of a poll are shown' }),
  ended: msg({ message: 'When it ends', context: 'when results of a poll are shown' }),
}

interface PollFieldsProps {
  composer: Composer
  poll: DraftPoll
}

/** Takes the poll off a post. What was typed can be put back. */
export function removePoll({ draft: { poll }, change }: Composer): void {
  change({ poll: undefined })
  const isTyped = poll?.options.some((option) => option !== '')
  if (isTyped) toast.success(t`Poll removed`, { label: t`Undo`, run: () => change({ poll }) })
}

/** What a post asks: its options, for how long, and who sees the results when. */
export function PollFields({ composer, poll }: PollFieldsProps) {
  const { isSending, start } = composer
  const { options, multiple = false, mayChange = false, showResults = 'always', seconds } = poll
  // Of a post that has one, its end is known.
  const before = start.poll && start.poll.seconds === undefined ? start.poll : null
  const hasNewOptions = before && (before.multiple !== multiple || before.options.join('\n') !== options.join('\n'))
  const { list, focusOption } = useOptionFocus()
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<DraftPoll>) => composer.change({ poll: { ...poll, ...part } })

  function add(): void {
    change({ options: [...options, ''] })
    focusOption(options.length)
  }
  function remove(at: number): void {
    change({ options: options.toSpliced(at, 1) })
    focusOption(Math.min(at, options.length - 2))
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>, at: number): void {
    if (keyOf(event.nativeEvent) !== 'Enter') return
    // It would post what is not finished.
    event.preventDefault()
    if (isSendKey(event.nativeEvent)) event.currentTarget.form?.requestSubmit()
    else if (at < options.length - 1) focusOption(at + 1)
    else if (options.length < POLL_OPTIONS_MAX) add()
  }
  /** The form is not sent: says why beside each option, and leads to the first. */
  function onInvalid(): void {
    setTried(true)
    list.current?.querySelector<HTMLInputElement>('input:invalid')?.focus()
  }

  const removeButton = (
    <IconButton label={t`Remove poll`} disabled={isSending} onClick={() => removePoll(composer)} className="-me-2">
      <X size={18} aria-hidden="true" />
    </IconButton>
  )
  if (start.poll?.ended) {
    return (
      <div className="mt-2 flex items-center justify-between gap-3 rounded-2xl border px-3 py-1">
        <p className="text-meta text-muted">{t`The poll has ended. It can only be removed.`}</p>
        {removeButton}
      </div>
    )
  }
  return (
    <fieldset className="mt-2 min-w-0 rounded-2xl border p-3 pt-1">
      <legend className="sr-only">{t`Poll`}</legend>
      <div className="flex items-center justify-between">
        <p className="font-semibold text-meta">{t`Poll`}</p>
        {removeButton}
      </div>
      <ul ref={list} className="flex flex-col gap-2">
        {options.map((option, at) => {
          const problem = problemOf(options, at)
          // At once, not when the field is left: what is pressed then would move away.
          const isShown = isTried || option !== ''
          return (
            <li key={at} className="flex items-start gap-1">
              <div className="min-w-0 flex-1">
                <OptionField
                  at={at}
                  value={option}
                  problem={problem}
                  error={isShown ? problem : undefined}
                  readOnly={isSending}
                  onChange={({ target }) => change({ options: options.with(at, target.value) })}
                  onKeyDown={(event) => onKeyDown(event, at)}
                  onInvalid={(event) => {
                    event.preventDefault()
                    onInvalid()
                  }}
                />
              </div>
              {options.length > POLL_OPTIONS_MIN && (
                <IconButton
                  label={t`Remove option ${{ number: at + 1 }}`}
                  disabled={isSending}
                  onClick={() => remove(at)}
                  className="-me-2"
                >
                  <X size={18} aria-hidden="true" />
                </IconButton>
              )}
            </li>
          )
        })}
      </ul>
      {options.length < POLL_OPTIONS_MAX && (
        <Button variant="ghost" size="small" disabled={isSending} onClick={add} className="-ms-2 mt-1">
          <Plus size={16} aria-hidden="true" />
          {t`Add option`}
        </Button>
      )}
      <div className="mt-2 grid grid-cols-1 gap-x-4 gap-y-1 border-t pt-2 sm:grid-cols-2">
        <Select
          label={t({ message: 'Open for', comment: 'How long one can vote in a poll, for example: 3 days' })}
          value={String(seconds ?? '')}
          disabled={isSending}
          onChange={(value) => change({ seconds: value === '' ? undefined : Number(value) })}
        >
          {before && (
            <option value="">{t({ message: 'As before', comment: 'The end of the poll is not changed' })}</option>
          )}
          {DURATIONS.map((duration) => (
            <option key={duration} value={duration}>
              {sayDuration(duration)}
            </option>
          ))}
        </Select>
        <Select
          label={t`Results`}
          value={showResults}
          disabled={isSending}
          onChange={(value) => change({ showResults: value as ShowPollResults })}
        >
          {Object.entries(RESULTS).map(([value, label]) => (
            <option key={value} value={value}>
              {translate(label)}
            </option>
          ))}
        </Select>
        <Checkbox
          label={t`Several choices`}
          checked={multiple}
          disabled={isSending}
          onChange={({ target }) => change({ multiple: target.checked })}
        />
        <Checkbox
          label={t`Votes can be changed`}
          checked={mayChange}
          disabled={isSending}
          onChange={({ target }) => change({ mayChange: target.checked })}
        />
      </div>
      <p role="status" className="text-meta text-muted">
        {hasNewOptions && t`Votes begin anew, because this changes what was asked.`}
      </p>
    </fieldset>
  )
}

interface OptionFieldProps extends Omit<React.ComponentProps<typeof TextField>, 'label'> {
  at: number
  /** Why the form cannot be sent. */
  problem: string | undefined
}

function OptionField({ at, problem, ...field }: OptionFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const label = t`Option ${{ number: at + 1 }}`
  useEffect(() => input.current?.setCustomValidity(problem ?? ''), [problem])
  return (
    <TextField
      {...field}
      ref={input}
      label={label}
      hideLabel
      placeholder={label}
      dir="auto"
      maxLength={POLL_OPTION_MAX_LENGTH}
      autoComplete="off"
    />
  )
}

interface SelectProps {
  label: string
  value: string
  disabled: boolean
  onChange: (value: string) => void
  children: ReactNode
}

function Select({ label, onChange, children, ...select }: SelectProps) {
  return (
    <label className="flex min-h-10 items-center justify-between gap-3">
      <span>{label}</span>
      <select
        {...select}
        onChange={({ target }) => onChange(target.value)}
        className={cx(controlClass, 'min-h-10 w-auto! min-w-0 bg-ground! px-2 text-ink!')}
      >
        {children}
      </select>
    </label>
  )
}

/** As options are compared (`toPollOptions`). */
const lineOf = (option = ''): string => oneLine(option).replace(/\s+/gu, ' ').toLowerCase()

function problemOf(options: readonly string[], at: number): string | undefined {
  const option = options[at] ?? ''
  if (isBlank(option)) return t`Write something, or remove this option.`
  const same = options.findIndex((other) => lineOf(other) === lineOf(option))
  return same < at ? t`This is the same as option ${{ number: same + 1 }}.` : undefined
}

/** The list of options; and what moves the focus to one, which may still have to be rendered. */
function useOptionFocus() {
  const list = useRef<HTMLUListElement>(null)
  const wanted = useRef(-1)
  useEffect(() => {
    const { current } = list
    // The button was pressed, which has the focus. It does not come from a text, nor to a draft of before.
    if (current?.closest('form')?.contains(document.activeElement?.closest('button') ?? null)) wanted.current = 0
  }, [])
  useEffect(() => {
    if (wanted.current < 0) return
    list.current?.querySelectorAll('input')[wanted.current]?.focus()
    wanted.current = -1
  })
  return {
    list,
    focusOption(at: number) {
      const input = list.current?.querySelectorAll('input')[at]
      if (input) input.focus()
      else wanted.current = at
    },
  }
}
