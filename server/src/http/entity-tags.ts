/**
 * Whether a client that sends this `If-None-Match` already has the version with this tag (RFC 9110, 13.1.2). Tags are
 * compared weakly: a proxy that compresses an answer makes its tag weak.
 * @param etag a strong tag, without a comma
 */
export function hasVersion(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
