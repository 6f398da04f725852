import { useState } from 'react'
import { setHomeStart } from '../../data/account/account.ts'
import { succeeds } from '../../data/api/error-notifications.ts'
import { useViewer } from '../../data/members/members.ts'
import { Switch } from '../../ui/form/switch.tsx'

/** Whether Home opens where the viewer has stopped reading. */
export function HomeStartSwitch() {
  const viewer = useViewer()
  const [wanted, setWanted] = useState<boolean | null>(null)

  async function change(resumes: boolean): Promise<void> {
    setWanted(resumes)
    await succeeds(() => setHomeStart(resumes))
    setWanted(null)
  }

  return (
    <Switch
      label="Open Home where you stopped reading"
      hint="Otherwise it opens with the newest post, and offers to continue where you stopped."
      checked={wanted ?? viewer?.resumesHome ?? false}
      disabled={!viewer}
      onChange={({ target }) => {
        if (wanted === null) void change(target.checked)
      }}
    />
  )
}
