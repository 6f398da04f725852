import { t } from '@lingui/core/macro'
import { type RefObject, useRef, useState } from 'react'
import { hasWebAuthn, useCanUsePasskeys } from '../../data/account/passkey-host.ts'
import { messageOf } from '../../data/api/api-errors.ts'
import { useAction } from '../../data/api/error-notifications.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useMeta } from '../../data/installation/meta.ts'
import { addPasskey, type Passkey, usePasskeys } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { LoadMore } from '../../ui/feedback/load-more.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { SettingsSection } from '../account/settings-section.tsx'
import { PasskeyRow } from './passkey-row.tsx'

/** The passkey whose name is being changed. */
interface Renamed {
  id: string
  /** Whether it was just added. */
  isNew: boolean
}

/** @param isReview whether passkeys that were added lately are marked */
export function PasskeySection({ isReview }: { isReview: boolean }) {
  const [renamed, setRenamed] = useState<Renamed | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <SettingsSection
      heading={heading}
      title={t`Passkeys`}
      text={t`Sign in with the screen lock of your device or a security key, without a password or a code.`}
    >
      <PasskeyList renamed={renamed} onRename={setRenamed} heading={heading} isReview={isReview} />
      <AddPasskey onAdded={({ _id }) => setRenamed({ id: _id, isNew: true })} />
    </SettingsSection>
  )
}

interface PasskeyListProps {
  renamed: Renamed | null
  onRename: (renamed: Renamed | null) => void
  /** Has the focus after a passkey was removed. */
  heading: RefObject<HTMLHeadingElement | null>
  isReview: boolean
}

function PasskeyList({ renamed, onRename, heading, isReview }: PasskeyListProps) {
  const pages = usePasskeys()
  const { entries: passkeys, error } = pages
  const [removed, setRemoved] = useState<Passkey | null>(null)
  const dialog = useOnDemand(() => import('./change-dialogs.tsx'))
  if (!passkeys) {
    if (error) return <ErrorState message={messageOf(error)} onRetry={pages.retry} />
    return <Skeleton className="h-14 w-full" />
  }
  return (
    <>
      {passkeys.length === 0 && <p>{t`You have no passkeys yet.`}</p>}
      {passkeys.length > 0 && (
        <ul aria-label={t`Passkeys`} className="flex flex-col">
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey._id}
              passkey={passkey}
              isMarked={isReview && isAddedLately(passkey)}
              isRenamed={renamed?.id === passkey._id}
              isNew={renamed?.isNew === true}
              onRename={(isRenamed) => onRename(isRenamed ? { id: passkey._id, isNew: false } : null)}
              onRemove={() => {
                setRemoved(passkey)
                dialog.open()
              }}
            />
          ))}
        </ul>
      )}
      <LoadMore list={pages} size={passkeys.length} />
      {dialog.module && removed && (
        <dialog.module.RemovePasskeyDialog
          passkey={removed}
          {...dialog.props}
          finalFocus={() => passkeys.some(({ _id }) => _id === removed._id) || heading.current}
        />
      )}
    </>
  )
}

/** The button, or why there is none. */
function AddPasskey({ onAdded }: { onAdded: (passkey: Passkey) => void }) {
  const canUse = useCanUsePasskeys()
  const host = useMeta().data?.passkeyHost
  const [isBusy, run] = useAction()

  async function add(): Promise<void> {
    onAdded(await addPasskey())
    toast.success(t`Your passkey was added. You can give it a name`)
  }

  if (canUse === undefined) return null
  if (!canUse) {
    return (
      <p className="wrap-anywhere text-muted">
        {!hasWebAuthn() && t`This browser cannot use passkeys at this address.`}
        {hasWebAuthn() && host && t`Passkeys of this Quack work only at ${host}. Open it there to add one.`}
        {hasWebAuthn() && host === null && t`Passkeys do not work at the address of this Quack.`}
      </p>
    )
  }
  return (
    <Button variant="secondary" className="self-start" loading={isBusy} onClick={() => void run(add)}>
      {t`Add a passkey`}
    </Button>
  )
}

/** Thirty days: for so long, somebody may not have noticed a passkey that is not theirs. */
const LATELY_MS = 30 * 24 * 60 * 60_000

/** Whether the review after a reset marks a passkey that was added at this time. */
export function isAddedLately({ createdAt }: { readonly createdAt: string }, now = Date.now()): boolean {
  return now - Date.parse(createdAt) < LATELY_MS
}
