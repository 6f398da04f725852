import type { WhoMayQuote } from '@quack/contract'
import { useId, useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { setWhoMayPassOn } from '../../data/follows/reposts.ts'
import { useViewer } from '../../data/members/members.ts'
import { cx } from '../../ui/cx.ts'
import { controlClass } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { QUOTE_RULES, quoteRuleOf } from '../posts/quote/quote-rules.ts'

/** Whether the viewer's new posts may be reposted. */
export function RepostsSwitch() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(mayRepost: boolean) {
    setWanted(mayRepost)
    await succeeds(() => setWhoMayPassOn({ whoMayRepost: mayRepost ? 'everyone' : 'nobody' }))
    setWanted(null)
  }

  return (
    <Switch
      label="Others may repost your posts"
      hint="For new posts. The menu of a post changes it for that post. Posts that only followers see are never reposted."
      checked={wanted ?? viewer?.whoMayRepost !== 'nobody'}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}

/** Who may quote the viewer's new posts. */
export function QuotesChoice() {
  const id = useId()
  const viewer = useViewer()
  const [wanted, setWanted] = useState<WhoMayQuote | null>(null)

  async function change(whoMayQuote: WhoMayQuote) {
    setWanted(whoMayQuote)
    await succeeds(() => setWhoMayPassOn({ whoMayQuote }))
    setWanted(null)
  }

  return (
    <div className="flex flex-col gap-1">
      <label className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="font-medium">Who can quote your posts</span>
        <select
          aria-describedby={`${id}-hint`}
          value={wanted ?? viewer?.whoMayQuote ?? 'everyone'}
          disabled={!viewer}
          onChange={({ target }) => {
            if (wanted === null) void change(quoteRuleOf(target.value))
          }}
          className={cx(controlClass, 'min-h-10 w-auto! bg-ground! text-ink!')}
        >
          {QUOTE_RULES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <p id={`${id}-hint`} className="text-muted">
        For new posts. The menu of a post changes it for that post. Posts that only followers see are never quoted.
      </p>
    </div>
  )
}
