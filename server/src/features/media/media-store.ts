import type { Readable } from 'node:stream'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where media files are kept. Names are ours alone (media.view.ts), so none can lead out of the store. What is made of
 * a file is kept under its name, a dot and more; so one file's name never begins another's by chance.
 */
export interface MediaStore {
  /** A place on the local disk for a file that is still being made. */
  temporaryFile(): string
  /** A local directory for uploads that arrive in parts. */
  readonly partsDirectory: string
  /** Removes what nobody goes on with: files of a run that has ended, and uploads that were given up. @param now milliseconds */
  removeUnfinished(now: number): Promise<void>
  /** Takes a finished file over under its name, durably and at once: there is never half a file. */
  keep(file: string, name: string, mime: string): Promise<void>
  /** The size of a kept file, or null when there is none of this name. */
  find(name: string): Promise<{ readonly bytes: number } | null>
  /** The content of a kept file, or a part of it; null when there is none of this name. */
  open(name: string, range?: ByteRange): Promise<Readable | null>
  /** Lends a kept file as a path on the local disk, to read from until `use` is done; null when there is none. */
  withLocalFile<T>(name: string, use: (path: string) => Promise<T>): Promise<T | null>
  /** Removes a file and all that was made of it. That it is gone already is no error. */
  remove(name: string): Promise<void>
  /** Every kept file, in no order. */
  list(): AsyncIterable<KeptFile>
}

export interface KeptFile {
  readonly name: string
  /** When it was kept, in milliseconds. */
  readonly keptAt: number
}
