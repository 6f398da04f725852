import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PASSKEY_NAME_MAX_LENGTH } from '@quack/contract/rules/limits'
import { isBlank } from '@quack/contract/rules/text'
import { KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../data/api/api-errors.ts'
import { type Passkey, renamePasskey } from '../../data/security/ways-in.ts'
import { Button } from '../../ui/button/button.tsx'
import { IconButton } from '../../ui/button/icon-button.tsx'
import { focusIfLost } from '../../ui/focus.ts'
import { FormError } from '../../ui/form/form.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { readTexts, useForm } from '../../ui/form/use-form.ts'
import { deviceName } from '../../ui/text/device-name.ts'
import { RelativeTime } from '../../ui/text/relative-time.tsx'

interface PasskeyRowProps {
  passkey: Passkey
  /** Whether it was added lately, and the member is asked whether they know it. */
  isMarked: boolean
  /** Whether its name is being changed. */
  isRenamed: boolean
  /** Whether one that is being renamed was just added: the server has named it in English, after the device. */
  isNew: boolean
  onRename: (isRenamed: boolean) => void
  onRemove: () => void
}

export function PasskeyRow({ passkey, isMarked, isRenamed, isNew, onRename, onRemove }: PasskeyRowProps) {
  /** The form had the focus. */
  const [wasRenamed, setRenamed] = useState(false)
  useEffect(() => {
    if (isRenamed) setRenamed(true)
  }, [isRenamed])
  const { name, backedUp, usable, createdAt, lastUsedAt } = passkey
  return (
    <li className="flex items-center gap-3 border-b py-3 last:border-b-0">
      <KeyRound size={22} className="shrink-0 text-muted" aria-hidden="true" />
      {isRenamed ? (
        <RenameForm passkey={passkey} isNew={isNew} onEnd={() => onRename(false)} />
      ) : (
        <>
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere font-semibold">
              <bdi>{name}</bdi>
            </p>
            {isMarked && <p className="text-danger text-meta">{t`Added in the last 30 days: is it yours?`}</p>}
            <p className="text-meta text-muted">
              <Trans comment="A passkey">
                Added <RelativeTime time={createdAt} />
              </Trans>
              {' · '}
              {lastUsedAt ? (
                <Trans comment="A passkey or session">
                  last used <RelativeTime time={lastUsedAt} />
                </Trans>
              ) : (
                t({ message: 'not used yet', comment: 'A passkey' })
              )}
              {backedUp && ` · ${t({ message: 'synced', comment: 'A passkey, to other devices' })}`}
            </p>
            {!usable && (
              <p className="text-danger text-meta">{t`Made at another address of this Quack; it works only there`}</p>
            )}
          </div>
          <div className="flex shrink-0">
            <IconButton
              ref={wasRenamed ? focusIfLost : undefined}
              label={t`Rename passkey: ${name}`}
              onClick={() => onRename(true)}
            >
              <Pencil size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label={t`Remove passkey: ${name}`} onClick={onRemove}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </div>
        </>
      )}
    </li>
  )
}

interface RenameFormProps extends Pick<PasskeyRowProps, 'passkey' | 'isNew'> {
  onEnd: () => void
}

function RenameForm({ passkey, isNew, onEnd }: RenameFormProps) {
  const { problems, isBusy, events } = useForm<{ name: string }, 'name'>({
    read: (form) => ({ name: readTexts(form, ['name']).name.trim() }),
    check: ({ name }) => ({ name: isBlank(name) ? t`Enter a name` : undefined }),
    async send({ name }) {
      if (name !== passkey.name) await renamePasskey(passkey._id, name)
      onEnd()
    },
    explain: (error) => ({ form: messageOf(error) }),
  })
  return (
    <form noValidate aria-label={t`Rename passkey`} className="flex min-w-0 flex-1 flex-col gap-3" {...events}>
      <TextField
        // It replaces the button that had the focus.
        autoFocus
        label={t`Name of the passkey`}
        name="name"
        defaultValue={isNew ? deviceName(passkey.name) : passkey.name}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        required
        error={problems.name}
        onFocus={({ target }) => target.select()}
      />
      <FormError text={problems.form} />
      <div className="flex gap-2">
        <Button type="submit" size="small" loading={isBusy}>
          {t`Save name`}
        </Button>
        <Button variant="secondary" size="small" onClick={onEnd}>
          {t`Cancel`}
        </Button>
      </div>
    </form>
  )
}
