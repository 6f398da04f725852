import { t } from '@lingui/core/macro'
import { isBlank, toWebsite } from '@quack/contract/rules/text'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { call } from '../../data/api/api.ts'
import { isRefusal, messageOf, refusalText } from '../../data/api/api-errors.ts'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { type LiveMember, putMember } from '../../data/members/members.ts'
import { toast } from '../../ui/toast/toast.ts'
import { type ProfileForm, readProfileDraft, writeProfileDraft } from './profile-draft.ts'

/**
 * The state of Edit Profile. Changes are kept as a draft until they are saved or discarded.
 * @param isOpen a dialog that is opened while it closes is still the same one
 */
export function useEditProfile(member: LiveMember, isOpen: boolean, onSaved: () => void) {
  const [draft, setDraft] = useState<ProfileForm | null>(() => {
    const kept = readProfileDraft()
    return kept && { ...formOf(member), ...kept }
  })
  const [isRestored, setRestored] = useState(draft !== null)
  const begin = useEffectEvent(() => setRestored(unsaved(draft, member) !== null))
  // Before it is painted.
  useLayoutEffect(() => {
    if (isOpen) begin()
  }, [isOpen])
  const [websiteError, setWebsiteError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [isAvatarUploading, setUploading] = useState(false)
  const [isHeaderUploading, setHeaderUploading] = useState(false)
  const isUploading = isAvatarUploading || isHeaderUploading
  const [isChecked, setChecked] = useState(false)

  const form = draft ?? formOf(member)
  // What was typed and taken back is nothing to be saved.
  const keep = useEffectEvent((next: typeof draft) => writeProfileDraft(unsaved(next, member)))
  useEffect(() => keep(draft), [draft])

  const change = (part: Partial<ProfileForm>) => {
    if (part.website !== undefined) setWebsiteError(undefined)
    // Updates the current draft, not this render's: an upload ends long after the render that started it.
    setDraft((known) => ({ ...(known ?? formOf(member)), ...part }))
  }

  const discard = () => {
    setDraft(null)
    setWebsiteError(undefined)
    setRestored(false)
    setChecked(false)
  }

  const save = async () => {
    if (isSaving || isUploading) return
    const website = toWebsite(form.website)
    if (website === null) {
      setWebsiteError(refusalText('websiteInvalid'))
      return
    }
    const fields = form.fields.filter(({ name, value }) => !isBlank(name) || !isBlank(value))
    const isWhole = fields.every(({ name, value }) => !isBlank(name) && !isBlank(value))
    setChecked(!isWhole)
    if (!isWhole) return
    setSaving(true)
    try {
      const { user } = await call('POST /api/users/edit', {
        body: { userData: inputOf(changes(formOf(member), { ...form, website, fields })) },
        query: { embed: 0 },
      })
      putMember(user)
      setDraft(null)
      toast.success(t`Profile saved`)
      onSaved()
    } catch (error) {
      if (isRefusal(error, 'websiteInvalid')) setWebsiteError(messageOf(error))
      else reportFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return {
    form,
    change,
    save,
    discard,
    isRestored,
    websiteError,
    isChecked,
    isSaving,
    isUploading,
    setUploading,
    setHeaderUploading,
  }
}

/** The draft, if it says anything else than the profile. */
function unsaved(draft: ProfileForm | null, member: LiveMember): ProfileForm | null {
  return draft && Object.keys(changes(formOf(member), { ...draft })).length > 0 ? draft : null
}

/** Fields are told apart by their places, until the form is changed. */
function formOf({ bio, website, avatarURL, profile = {} }: LiveMember): ProfileForm {
  const { pronouns = '', headerURL = '', fields = [] } = profile
  return {
    ...{ bio, website, avatarURL, pronouns, headerURL },
    fields: fields.map(({ name, value }, place) => ({ id: `${place}`, name, value })),
  }
}

/** What is sent of what has changed. */
function inputOf({ pronouns, headerURL, fields, ...specified }: Partial<ProfileForm>) {
  const profile = {
    ...(pronouns !== undefined && { pronouns }),
    ...(headerURL !== undefined && { headerURL }),
    ...(fields && { fields: fields.map(({ name, value }) => ({ name, value })) }),
  }
  return { ...specified, ...(Object.keys(profile).length > 0 && { profile }) }
}

/** The changed fields of a form. Unchanged ones need not be sent or validated again. */
export function changes<Form extends object>(known: Form, form: Form): Partial<Form> {
  const changed: Partial<Form> = {}
  for (const name in form) if (textOf(form[name]) !== textOf(known[name])) changed[name] = form[name]
  return changed
}

/** To compare lists too. */
const textOf = (value: unknown) => JSON.stringify(value)
