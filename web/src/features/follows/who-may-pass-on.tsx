import { t } from '@lingui/core/macro'
import type { WhoMayQuote } from '@quack/contract'
import { useState } from 'react'
import { setWhoMayPassOn } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useViewer } from '../../data/members/members.ts'
import { ChoiceRow } from '../../ui/form/choice-row.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { quoteRules } from '../posts/composer/author-rules.ts'

/** Whether the viewer's new posts may be reposted, unless a post says otherwise. */
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
      label={t`Others may repost your posts`}
      hint={t`For new posts. The menu of a post changes it for that post. Posts that only followers see are never reposted.`}
      checked={wanted ?? viewer?.whoMayRepost !== 'nobody'}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}

/** Who may quote the viewer's new posts, unless a post says otherwise. */
export function QuotesChoice() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<WhoMayQuote | null>(null)

  async function change(whoMayQuote: WhoMayQuote) {
    setWanted(whoMayQuote)
    await succeeds(() => setWhoMayPassOn({ whoMayQuote }))
    setWanted(null)
  }

  return (
    <ChoiceRow
      label={t`Who can quote your posts`}
      hint={t`For new posts. The menu of a post changes it for that post. Posts that only followers see are never quoted.`}
      options={quoteRules()}
      value={wanted ?? viewer?.whoMayQuote ?? 'everyone'}
      disabled={!viewer}
      onChange={(value) => {
        if (wanted === null) void change(value)
      }}
    />
  )
}
