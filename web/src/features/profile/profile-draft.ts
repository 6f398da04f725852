import { draftKey } from '../../data/drafts/drafts.ts'

export interface FieldDraft {
  /** Of this form alone. */
  readonly id: string
  readonly name: string
  readonly value: string
}

export interface ProfileForm {
  bio: string
  website: string
  avatarURL: string
  pronouns: string
  /** Empty for none. */
  headerURL: string
  fields: readonly FieldDraft[]
}

export const newField = (name = '', value = ''): FieldDraft => ({ id: crypto.randomUUID(), name, value })

/**
 * Unsaved changes of Edit Profile, stored as a draft of its own form. They survive closing the dialog, a failed save
 * and a reload, and are removed by a save, a discard, and together with the member's other drafts.
 */
const NAME = 'profile'

export function readProfileDraft(): Partial<ProfileForm> | null {
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

/** A draft may be of a release whose form had fewer fields: it says nothing of the others. */
export function parseProfileDraft(text: string | null): Partial<ProfileForm> | null {
  const value: unknown = JSON.parse(text ?? 'null')
  if (typeof value !== 'object' || value === null) return null
  if (!('bio' in value && 'website' in value && 'avatarURL' in value)) return null
  const { bio, website, avatarURL } = value
  if (typeof bio !== 'string' || typeof website !== 'string' || typeof avatarURL !== 'string') return null
  const { pronouns, headerURL, fields } = value as Record<string, unknown>
  return {
    ...{ bio, website, avatarURL },
    ...(typeof pronouns === 'string' && { pronouns }),
    ...(typeof headerURL === 'string' && { headerURL }),
    ...(Array.isArray(fields) && fields.every(isField) && { fields }),
  }
}

function isField(value: unknown): value is FieldDraft {
  const { id, name, value: content } = (value ?? {}) as Record<string, unknown>
  return [id, name, content].every((text) => typeof text === 'string')
}
