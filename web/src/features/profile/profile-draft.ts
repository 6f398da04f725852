import { draftKey } from '../../data/drafts/drafts.ts'

export interface ProfileForm {
  bio: string
  website: string
  avatarURL: string
}

/**
 * Unsaved changes of Edit Profile, stored as a draft of its own form. They survive closing the dialog, a failed save, a reload
 * and a log-out, and are removed by a save and a discard.
 */
const NAME = 'profile'

export function readProfileDraft(): ProfileForm | null {
  const key = draftKey(NAME)
  try {
    return key === null ? null : parseProfileDraft(localStorage.getItem(key))
  } catch {
    return null
  }
}

export function writeProfileDraft(form: ProfileForm | null): void {
  const key = draftKey(NAME)
  if (key === null) return
  try {
    if (form) localStorage.setItem(key, JSON.stringify(form))
    else localStorage.removeItem(key)
  } catch {
    // Storage may be blocked or full. The form still holds the changes.
  }
}

export function parseProfileDraft(text: string | null): ProfileForm | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  if (!('bio' in value && 'website' in value && 'avatarURL' in value)) return null
  const { bio, website, avatarURL } = value
  if (typeof bio !== 'string' || typeof website !== 'string' || typeof avatarURL !== 'string') return null
  return { bio, website, avatarURL }
}
