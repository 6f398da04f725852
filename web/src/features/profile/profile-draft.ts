import { getSession, onSignOut } from '../../data/api/session.ts'

export interface ProfileForm {
  bio: string
  website: string
  avatarURL: string
}

/**
 * Unsaved changes of Edit Profile, in session storage. They survive closing the dialog, a failed save and a reload, and
 * are removed by a save, a discard and a logout.
 */
const KEY = 'profile-draft:'

function keyOf(): string {
  return `${KEY}${getSession()?.username.toLowerCase() ?? ''}`
}

export function readProfileDraft(): ProfileForm | null {
  try {
    return parseProfileDraft(sessionStorage.getItem(keyOf()))
  } catch {
    return null
  }
}

export function writeProfileDraft(form: ProfileForm | null): void {
  try {
    if (form) sessionStorage.setItem(keyOf(), JSON.stringify(form))
    else sessionStorage.removeItem(keyOf())
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

onSignOut((username) => {
  try {
    sessionStorage.removeItem(`${KEY}${username.toLowerCase()}`)
  } catch {
    // Storage is blocked, so nothing was stored.
  }
})
