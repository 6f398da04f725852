import type { ProfileField } from '@quack/contract'
import { wholeAddress } from '@quack/contract/rules/addresses'
import { oneLine } from '@quack/contract/rules/text'
import { timestamp } from '../../reading/timestamp.ts'
import { mediaUrl } from '../media/records/media.view.ts'

/** A field as a member's row has it, in JSON. */
export interface StoredField {
  readonly name: string
  readonly value: string
  /** When its link was verified, in milliseconds since 1970. */
  readonly verifiedAt?: number
}

export const readFields = (json: string) => JSON.parse(json) as readonly StoredField[]

/** The links that are to be verified: a value that is an address, and nothing else. */
export const linksOf = (fields: readonly StoredField[]): ReadonlySet<string> =>
  new Set(fields.flatMap(({ value }) => wholeAddress(value) ?? []))

export function fieldsView(json: string): ProfileField[] {
  return readFields(json).map(({ name, value, verifiedAt }) => ({
    ...{ name, value },
    ...(verifiedAt !== undefined && { verifiedAt: timestamp(verifiedAt) }),
  }))
}

/** The fields as they are stored. A link that stays is still verified. */
export function nextFields(
  sent: readonly Pick<StoredField, 'name' | 'value'>[],
  present: readonly StoredField[],
): readonly StoredField[] {
  const verified = new Map(present.map(({ value, verifiedAt }) => [value, verifiedAt]))
  return sent.map((field) => {
    const [name, value] = [oneLine(field.name), oneLine(field.value)]
    const verifiedAt = verified.get(value)
    return { name, value, ...(verifiedAt !== undefined && { verifiedAt }) }
  })
}

/** The addresses of the pictures of a profile. */
export const picturesOf = (row: { readonly avatar_url: string; readonly header_name: string | null }): string[] => [
  row.avatar_url,
  ...(row.header_name === null ? [] : [mediaUrl(row.header_name)]),
]

/** The bio, the pronouns and the fields of a profile as one text, as reports keep it. */
export function wordsOf({ bio, pronouns, fields }: { bio: string; pronouns: string; fields: string }): string {
  const lines = [pronouns, ...readFields(fields).map(({ name, value }) => `${name}: ${value}`)]
  return [bio, ...lines].filter((line) => line !== '').join('\n')
}
