import { ERRORS } from '@quack/contract/errors'
import { toWebsite } from '@quack/contract/text'
import { useState } from 'react'
import { call } from '../../data/api.ts'
import { type LiveMember, putMember } from '../../data/members.ts'
import { reportFailure } from '../../data/notices.ts'
import { toast } from '../../ui/toast.ts'

interface ProfileForm {
  bio: string
  website: string
  avatarURL: string
}

/** The state of Edit Profile. A failed save keeps all that was typed. */
export function useEditProfile(member: LiveMember, onSaved: () => void) {
  const [form, setForm] = useState<ProfileForm>({
    bio: member.bio,
    website: member.website,
    avatarURL: member.avatarURL,
  })
  const [websiteError, setWebsiteError] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const [isUploading, setUploading] = useState(false)

  const change = (part: Partial<ProfileForm>) => {
    if (part.website !== undefined) setWebsiteError(undefined)
    setForm((known) => ({ ...known, ...part }))
  }

  const save = async () => {
    if (isSaving || isUploading) return
    const website = toWebsite(form.website)
    if (website === null) {
      setWebsiteError(ERRORS.websiteInvalid.message)
      return
    }
    setSaving(true)
    try {
      const { user } = await call('POST /api/users/edit', {
        body: { userData: { ...form, website } },
        query: { embed: 0 },
      })
      putMember(user)
      toast.success('Profile saved')
      onSaved()
    } catch (error) {
      reportFailure(error)
    } finally {
      setSaving(false)
    }
  }

  return { form, change, save, websiteError, isSaving, isUploading, setUploading }
}
