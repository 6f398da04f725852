/** The engines' error codes for a foreign key violation. */
const POSTGRES = '23503'
const SQLITE = 787

/**
 * Whether a write failed because a row that it references is gone. Transactions lock the posts, comments and followed
 * members that they reference. So the missing row is that of the viewer, whose account was removed during the request.
 */
export function isMissingReference(error: object): boolean {
  return ('code' in error && error.code === POSTGRES) || ('errcode' in error && error.errcode === SQLITE)
}
