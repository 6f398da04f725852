import { MUTED_PHRASE_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { addMutedWord, type MutedWordInput } from '../../data/safety/mutes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { toast } from '../../ui/toast/toast.ts'
import { DURATIONS, readDuration } from './mute-durations.ts'

const ACTIONS = [
  { value: 'collapse', label: 'Collapse the post, with the reason' },
  { value: 'hide', label: 'Hide the post' },
] as const

/** Mutes a word or phrase. */
export function MutedWordForm() {
  const { problems, isBusy, events } = useForm<MutedWordInput, 'phrase'>({
    read(form) {
      const data = new FormData(form)
      const action = data.get('action') === 'hide' ? 'hide' : 'collapse'
      return { phrase: phraseOf(form), action, duration: readDuration(form) }
    },
    check: ({ phrase }) => ({ phrase: phrase === '' ? 'Enter a word or a phrase' : undefined }),
    async send(word, form) {
      await addMutedWord(word)
      // Not what was typed meanwhile.
      if (phraseOf(form) === word.phrase) form.reset()
      toast.success(`You muted “${word.phrase}”`)
    },
    explain: (error) => ({ [isRefusal(error, 'mutedWordEmpty') ? 'phrase' : 'form']: messageOf(error) }),
  })
  return (
    <form noValidate aria-label="Mute a word" className="flex flex-col gap-4 border-b p-4" {...events}>
      <TextField
        label="Word or phrase"
        name="phrase"
        maxLength={MUTED_PHRASE_MAX_LENGTH}
        autoComplete="off"
        hint="Whole words, in upper or lower case"
        error={problems.phrase}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <RadioGroup label="What happens" name="action" options={ACTIONS} defaultValue="collapse" />
        <RadioGroup label="How long" name="duration" options={DURATIONS} defaultValue="always" />
      </div>
      <FormError text={problems.form} />
      <Button type="submit" className="self-start" loading={isBusy}>
        Mute
      </Button>
    </form>
  )
}

function phraseOf(form: HTMLFormElement): string {
  return String(new FormData(form).get('phrase') ?? '').trim()
}
