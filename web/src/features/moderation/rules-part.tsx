import { t } from '@lingui/core/macro'
import type { Rule } from '@quack/contract'
import { isBlank } from '@quack/contract/rules/text'
import { useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { useAction } from '../../data/api/error-notifications.ts'
import { useAbout } from '../../data/installation/meta.ts'
import { editInstallation } from '../../data/moderation/moderation.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { SettingsSection } from '../account/settings-section.tsx'

/** The editor of the rules and the about text, for owners. */
export function RulesPart() {
  const { data, error, refetch } = useAbout()
  if (error) return <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="m-4 h-60" />
  return <Editor about={data.about} rules={data.rules} />
}

/** An id that no rule of these has. A report is sent with a rule's id, and keeps the title of that time. */
function newId(rules: readonly Rule[]): string {
  let number = rules.length + 1
  while (rules.some(({ id }) => id === `rule-${number}`)) number++
  return `rule-${number}`
}

function Editor(stored: { about: string; rules: readonly Rule[] }) {
  const [rules, setRules] = useState(stored.rules)
  const [about, setAbout] = useState(stored.about)
  const [isBusy, run] = useAction()
  const change = (id: string, part: Partial<Rule>) =>
    setRules((now) => now.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)))
  const isComplete = rules.length > 0 && rules.every(({ title }) => !isBlank(title))
  async function save() {
    if (await run(() => editInstallation({ about, rules: [...rules] }))) toast.success(t`Saved`)
  }
  return (
    <>
      <SettingsSection title={t`Rules`} text={t`Public. Reports name one of them, so few and short ones work best.`}>
        <ol className="flex flex-col gap-4">
          {rules.map((rule, index) => (
            <li key={rule.id} className="flex flex-col gap-3 rounded-lg border p-3">
              <TextField
                label={t`Rule ${{ number: index + 1 }}`}
                maxLength={100}
                value={rule.title}
                error={isBlank(rule.title) ? t`A rule needs a title` : undefined}
                onChange={(event) => change(rule.id, { title: event.target.value })}
              />
              <TextArea
                label={t`What rule ${{ number: index + 1 }} means`}
                rows={1}
                maxLength={1_000}
                value={rule.text}
                onChange={(event) => change(rule.id, { text: event.target.value })}
              />
              {rules.length > 1 && (
                <Button
                  variant="secondary"
                  size="small"
                  className="self-start"
                  aria-label={t`Remove rule ${{ number: index + 1 }}`}
                  onClick={() => setRules(rules.filter(({ id }) => id !== rule.id))}
                >
                  {t`Remove`}
                </Button>
              )}
            </li>
          ))}
        </ol>
        {rules.length < 30 && (
          <Button
            variant="secondary"
            className="self-start"
            onClick={() => setRules([...rules, { id: newId(rules), title: '', text: '' }])}
          >
            {t`Add a rule`}
          </Button>
        )}
      </SettingsSection>
      <SettingsSection
        title={t({ message: 'About', comment: 'Who runs this Quack' })}
        text={t`Public: who runs this Quack, and how to reach you.`}
      >
        <TextArea
          label={t`About text`}
          maxLength={10_000}
          value={about}
          onChange={(event) => setAbout(event.target.value)}
        />
        <Button className="self-start" loading={isBusy} disabled={!isComplete} onClick={() => void save()}>
          {t`Save rules and about`}
        </Button>
      </SettingsSection>
    </>
  )
}
