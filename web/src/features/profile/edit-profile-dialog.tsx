import { t } from '@lingui/core/macro'
import { BIO_MAX_LENGTH, PRONOUNS_MAX_LENGTH, URL_MAX_LENGTH } from '@quack/contract/rules/limits'
import type { LiveMember } from '../../data/members/members.ts'
import { fullName } from '../../data/members/people.ts'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { Dialog, type DialogState } from '../../ui/popup/dialog.tsx'
import { AvatarChoice } from './avatar-choice.tsx'
import { FieldsEditor } from './fields-editor.tsx'
import { HeaderChoice } from './header-choice.tsx'
import { useEditProfile } from './use-edit-profile.ts'

interface EditProfileDialogProps extends DialogState {
  member: LiveMember
}

const FORM_ID = 'edit-profile'

export function EditProfileDialog({ member, ...dialog }: EditProfileDialogProps) {
  const edit = useEditProfile(member, dialog.open, () => dialog.onOpenChange(false))
  const { form, change } = edit
  return (
    <Dialog
      {...dialog}
      title={t`Edit Profile`}
      action={
        <Button type="submit" form={FORM_ID} size="small" loading={edit.isSaving} disabled={edit.isUploading}>
          {t`Save`}
        </Button>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="flex flex-col gap-5 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          void edit.save()
        }}
      >
        {edit.isRestored && (
          <p className="flex items-center justify-between gap-3 rounded-lg border bg-surface py-1 ps-3 pe-1 text-meta text-muted">
            {t`You have changes that are not saved.`}
            <Button variant="ghost" size="small" onClick={edit.discard}>
              {t`Discard`}
            </Button>
          </p>
        )}
        <AvatarChoice
          name={fullName(member)}
          value={form.avatarURL}
          onChange={(avatarURL) => change({ avatarURL })}
          onUploading={edit.setUploading}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t`Name`} value={fullName(member)} readOnly />
          <TextField label={t`Username`} value={`@${member.username}`} readOnly />
        </div>
        <TextField
          label={t`Pronouns`}
          placeholder={t({ message: 'she/her', comment: 'An example of pronouns.' })}
          autoCapitalize="none"
          value={form.pronouns}
          maxLength={PRONOUNS_MAX_LENGTH}
          onChange={(event) => change({ pronouns: event.target.value })}
        />
        <TextArea
          label={t`Bio`}
          value={form.bio}
          maxLength={BIO_MAX_LENGTH}
          onChange={(event) => change({ bio: event.target.value })}
        />
        <TextField
          label={t`Website`}
          // Not type=url: it would refuse an address without a scheme.
          inputMode="url"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="example.com"
          value={form.website}
          maxLength={URL_MAX_LENGTH}
          error={edit.websiteError}
          onChange={(event) => change({ website: event.target.value })}
        />
        <FieldsEditor fields={form.fields} isChecked={edit.isChecked} onChange={(fields) => change({ fields })} />
        <HeaderChoice
          value={form.headerURL}
          onChange={(headerURL) => change({ headerURL })}
          onUploading={edit.setHeaderUploading}
        />
      </form>
    </Dialog>
  )
}
