import { t } from '@lingui/core/macro'
import { MUTED_PHRASE_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { addMutedWord, type MutedWordInput } from '../../data/safety/mutes.ts'
import { Form } from '../../ui/form/form.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { listDurations, readDuration } from './mute-durations.ts'

const listActions = () => [
  { value: 'collapse', label: t`Collapse the post, with the reason` },
  { value: 'hide', label: t`Hide the post` },
]

/** Mutes a word or phrase. */
export function MutedWordForm() {
  const form = useForm<MutedWordInput, 'phrase'>({
    read(element) {
      const data = new FormData(element)
      const action = data.get('action') === 'hide' ? 'hide' : 'collapse'
      return { phrase: phraseOf(element), action, duration: readDuration(element) }
    },
    check: ({ phrase }) => ({ phrase: phrase === '' ? t`Enter a word or a phrase` : undefined }),
    async send(word, element) {
      await addMutedWord(word)
      // Not what was typed meanwhile.
      if (phraseOf(element) === word.phrase) element.reset()
      toast.success(t`You muted “${{ phrase: word.phrase }}”`)
    },
    explain: (error) => ({ [isRefusal(error, 'mutedWordEmpty') ? 'phrase' : 'form']: messageOf(error) }),
  })
  return (
    <Form form={form} aria-label={t`Mute a word`} action={t`Mute`} className="border-b p-4">
      <TextField
        label={t`Word or phrase`}
        name="phrase"
        maxLength={MUTED_PHRASE_MAX_LENGTH}
        autoComplete="off"
        hint={t`Whole words, in upper or lower case`}
        error={form.problems.phrase}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <RadioGroup
          label={t({ message: 'What happens', comment: 'With posts that have a muted word' })}
          name="action"
          options={listActions()}
          defaultValue="collapse"
        />
        <RadioGroup label={t`How long`} name="duration" options={listDurations()} defaultValue="always" />
      </div>
    </Form>
  )
}

function phraseOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('phrase') ?? '').trim()
}
