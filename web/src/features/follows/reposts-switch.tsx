import { useState } from 'react'
import { succeeds } from '../../data/api/error-notifications.ts'
import { setWhoMayPassOn } from '../../data/follows/reposts.ts'
import { useViewer } from '../../data/members/members.ts'
import { Switch } from '../../ui/form/switch.tsx'

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
