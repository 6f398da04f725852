import { accessSync, constants, statSync } from 'node:fs'
import { dirname } from 'node:path'

const { R_OK, W_OK, X_OK } = constants

/**
 * Finds what prevents the server from working in a directory. It creates nothing.
 * @param file a file in that directory, which may exist already
 */
export function findDirectoryProblem(directory: string, file: string | null): string | null {
  const error = errorOf(directory, 'directory', R_OK | W_OK | X_OK)
  if (error === 'ENOENT') {
    // The server will create it.
    const parent = findPresent(dirname(directory))
    const parentError = errorOf(parent, 'directory', W_OK | X_OK)
    return parentError === null ? null : `${directory} cannot be created: ${parentError} in ${parent}`
  }
  if (error !== null) return `${directory} cannot be used: ${error}`
  const fileError = file === null ? null : errorOf(file, 'file', R_OK | W_OK)
  return fileError === null || fileError === 'ENOENT' ? null : `${file} cannot be used: ${fileError}`
}

/** The nearest ancestor that exists. It may be a file. */
function findPresent(path: string): string {
  return errorOf(path, 'directory', 0) === 'ENOENT' && dirname(path) !== path ? findPresent(dirname(path)) : path
}

/** Asks the system, which also considers read-only file systems and root's rights. */
function errorOf(path: string, kind: 'directory' | 'file', mode: number): string | null {
  try {
    if (statSync(path).isDirectory() !== (kind === 'directory')) return kind === 'directory' ? 'ENOTDIR' : 'EISDIR'
    accessSync(path, mode)
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}
