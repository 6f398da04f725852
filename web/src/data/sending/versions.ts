import { toAlt } from '@quack/contract/rules/text'
import type { CommentVersion, PostBody, PostVersion } from '../offline/outbox-entry.ts'

/** The content of a post that another edit is compared with. */
export function versionOf({ content = '', mediaUrl = '', alt = '' }: PostBody): PostVersion {
  return { content, mediaUrl: withoutSignature(mediaUrl), alt: toAlt(alt) }
}

/** Media of a private member have a signed address, with another signature in each answer. */
function withoutSignature(url: string): string {
  return url.startsWith('/') ? url.replace(/\?.*/, '') : url
}

export function isSameVersion<Version extends PostVersion | CommentVersion>(one: Version, other: Version): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
