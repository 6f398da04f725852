import { plural, t } from '@lingui/core/macro'
import { FIELD_NAME_MAX_LENGTH, FIELD_VALUE_MAX_LENGTH, FIELDS_MAX } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { cx } from '../../ui/cx.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { type FieldDraft, newField } from './profile-draft.ts'

interface FieldsEditorProps {
  fields: readonly FieldDraft[]
  onChange: (fields: readonly FieldDraft[]) => void
  /** Whether what is missing is marked. */
  isChecked: boolean
}

const missingText = () => t`Please fill in both, or remove the field.`

/** The fields of a profile: each has a label and content, and can be moved and removed, all by the keyboard too. */
export function FieldsEditor({ fields, onChange, isChecked }: FieldsEditorProps) {
  const hint = useId()
  const group = useRef<HTMLFieldSetElement>(null)
  const refocused = useRef('')
  const [said, say] = useState('')
  useLayoutEffect(() => {
    // A browser takes the focus from an element that it moves, and from one that goes.
    if (refocused.current !== '') group.current?.querySelector<HTMLElement>(refocused.current)?.focus()
    refocused.current = ''
  })
  /** @param control the one that has the focus afterwards */
  const focusNext = (id: string, control: 'name' | 'up' | 'down' | 'remove') => {
    refocused.current = `[data-field="${id}"] [data-control="${control}"]`
  }

  const change = (id: string, part: Partial<FieldDraft>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...part } : field)))
  const add = () => {
    const field = newField()
    focusNext(field.id, 'name')
    onChange([...fields, field])
  }
  const remove = (place: number) => {
    const neighbour = fields[place + 1] ?? fields[place - 1]
    if (neighbour) focusNext(neighbour.id, 'remove')
    else refocused.current = '[data-control="add"]'
    say(t`Field ${{ number: place + 1 }} is removed`)
    onChange(fields.filter((_, index) => index !== place))
  }
  const move = (place: number, by: -1 | 1) => {
    const [field, other] = [fields[place], fields[place + by]]
    if (!field || !other) return
    focusNext(field.id, by < 0 ? 'up' : 'down')
    say(t`Field ${{ number: place + 1 }} is now field ${{ next: place + by + 1 }} of ${{ count: fields.length }}`)
    onChange(fields.map((each) => (each === field ? other : each === other ? field : each)))
  }
  const moveButton = (place: number, by: -1 | 1, icon: ReactNode) => {
    const number = place + 1
    const isLast = fields[place + by] === undefined
    return (
      <IconButton
        label={by < 0 ? t`Move field ${number} up` : t`Move field ${number} down`}
        data-control={by < 0 ? 'up' : 'down'}
        // Not `disabled`: the button would lose the focus.
        aria-disabled={isLast || undefined}
        onClick={() => move(place, by)}
        className={cx(isLast && 'opacity-50')}
      >
        {icon}
      </IconButton>
    )
  }

  return (
    <fieldset ref={group} aria-describedby={hint} className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium text-meta">{t`Fields`}</legend>
      <p id={hint} className="text-meta text-muted">
        {plural(
          { max: FIELDS_MAX },
          {
            one: 'Up to # fact or link. A link alone is marked as verified once its page links to your profile with rel="me".',
            other:
              'Up to # facts or links. A link alone is marked as verified once its page links to your profile with rel="me".',
          },
        )}
      </p>
      {fields.length > 0 && (
        <ul className="flex flex-col gap-3">
          {fields.map(({ id, name, value }, place) => {
            const number = place + 1
            const [noName, noValue] = [isBlank(name), isBlank(value)].map((isMissing) => isChecked && isMissing)
            return (
              <li
                key={id}
                data-field={id}
                className="grid gap-x-3 gap-y-2 rounded-xl border p-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
              >
                <TextField
                  label={t({ message: `Label ${number}`, comment: 'A noun: the name of a field of a profile.' })}
                  data-control="name"
                  value={name}
                  maxLength={FIELD_NAME_MAX_LENGTH}
                  error={noName && !noValue ? missingText() : undefined}
                  onChange={(event) => change(id, { name: event.target.value })}
                />
                <TextField
                  label={t({ message: `Content ${number}`, comment: 'What a field of a profile says.' })}
                  value={value}
                  maxLength={FIELD_VALUE_MAX_LENGTH}
                  autoCapitalize="none"
                  spellCheck={false}
                  error={noValue && !noName ? missingText() : undefined}
                  onChange={(event) => change(id, { value: event.target.value })}
                />
                <div className="-my-1 flex items-center justify-end sm:col-span-2">
                  {moveButton(place, -1, <ArrowUp size={18} aria-hidden="true" />)}
                  {moveButton(place, 1, <ArrowDown size={18} aria-hidden="true" />)}
                  <IconButton label={t`Remove field ${number}`} data-control="remove" onClick={() => remove(place)}>
                    <X size={18} aria-hidden="true" />
                  </IconButton>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      {fields.length < FIELDS_MAX && (
        <Button variant="secondary" size="small" data-control="add" onClick={add} className="min-h-10 self-start">
          <Plus size={18} aria-hidden="true" />
          {t`Add field`}
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </fieldset>
  )
}
