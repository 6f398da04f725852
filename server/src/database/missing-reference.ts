/** PostgreSQL's and SQLite's words for a row that names one that is not there. */
const POSTGRES = '23503'
const SQLITE = 787

/**
 * Whether a write was refused because a row it names is gone. Posts, comments and followed members are held by whoever
 * writes on them, so what is missing is the writer: an account that was removed while its request was under way.
 */
export function isMissingReference(error: object): boolean {
  return ('code' in error && error.code === POSTGRES) || ('errcode' in error && error.errcode === SQLITE)
}
