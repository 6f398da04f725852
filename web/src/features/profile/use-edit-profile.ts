import { CLIENT_ERRORS } from '@quack/contract/client-errors'
import { toWebsite } from '@quack/contract/text'
import { useEffect, useState } from 'react'
import { call } from '../../data/api/api.ts'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import { reportFailure } from '../../data/api/error-notifications.ts'
import { type LiveMember, putMember } from '../../data/members.ts'
import { toast } from '../../ui/toast/toast.ts'
import { changes } from './changes.ts'
import { type ProfileForm, readProfileDraft, writeProfileDraft } from './profile-draft.ts'

/** The state of Edit Profile. Changes are kept as a draft until they are saved or discarded. */
export function useEditProfile(member: LiveMember, onSaved: () => void) {
  const [draft, setDraft] = useState(readProfileDraft)
  const [isRestored, setRestored] = useState(draft !== null)
  const [websiteError, setWebsiteError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [isUploading, setUploading] = useState(false)

  const form = draft ?? formOf(member)
  useEffect(() => writeProfileDraft(draft), [draft])

  const change = (part: Partial<ProfileForm>) => {
    if (part.website !== undefined) setWebsiteError(undefined)
    // Updates the current draft, not this render's: an upload ends long after the render that started it.
    setDraft((known) => ({ ...(known ?? formOf(member)), ...part }))
  }

  const discard = () => {
    setDraft(null)
    setWebsiteError(undefined)
    setRestored(false)
  }

  const save = async () => {
    if (isSaving || isUploading) return
    const website = toWebsite(form.website)
    if (website === null) {
      setWebsiteError(CLIENT_ERRORS.websiteInvalid.message)
      return
    }
    setSaving(true)
    try {
      const { user } = await call('POST /api/users/edit', {
        body: { userData: changes(formOf(member), { ...form, website }) },
        query: { embed: 0 },
      })
      putMember(user)
      setDraft(null)
      toast.success('Profile saved')
      onSaved()
    } catch (error) {
      if (isRefusal(error, 'websiteInvalid')) setWebsiteError(messageOf(error))
      else reportFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return { form, change, save, discard, isRestored, websiteError, isSaving, isUploading, setUploading }
}

function formOf({ bio, website, avatarURL }: LiveMember): ProfileForm {
  return { bio, website, avatarURL }
}
