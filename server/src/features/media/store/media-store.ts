import type { Readable } from 'node:stream'

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where media files are stored. Names are generated (media.view.ts), so none can lead out of the store. The name of a
 * derived file is the original's name, a dot and more, so no other file's name has that prefix.
 */
export interface MediaStore {
  /** A path on the local disk for a file that is being written. */
  temporaryFile(): string
  /** A local directory for uploads that arrive in parts. */
  readonly partsDirectory: string
  /** Removes abandoned temporary files and uploads. @param now milliseconds since 1970 */
  removeUnfinished(now: number): Promise<void>
  /** Moves a finished file into the store under its name, durably and atomically. */
  put(file: string, name: string, mime: string): Promise<void>
  /** The size of a stored file; null if there is no file of this name. */
  find(name: string): Promise<{ readonly bytes: number } | null>
  /** The content of a stored file, or a range of it; null if there is no file of this name. */
  open(name: string, range?: ByteRange): Promise<Readable | null>
  /** Provides a stored file as a path on the local disk until `use` is done; null if there is none. */
  withLocalFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T | null>
  /** Removes a file and its derived files. It is no error if they are gone already. */
  remove(name: string): Promise<void>
  /** All stored files, in no particular order. */
  list(): AsyncIterable<StoredFile>
}

export interface StoredFile {
  readonly name: string
  /** When it was stored, in milliseconds since 1970. */
  readonly storedAt: number
}
