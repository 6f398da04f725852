import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'

/**
 * Whether SQLite's write-ahead log can be read completely. SQLite itself takes a log that is absent or whose header is
 * damaged for an empty one, and ignores everything from the first damaged frame on, without a word.
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** How much of a header its checksum covers: of the log's, and of a frame's. */
const COVERED_BYTES = { header: 24, frame: 8 } as const
/** The lowest bit says whether checksums read the words with the high byte first. */
const MAGIC = 0x377f0682

/** One of the two equal headers of the index that processes share (`-shm`), written by the last commit. */
const INDEX_HEADER_BYTES = 48
const INDEX_COVERED_BYTES = 40

type Checksum = readonly [number, number]

/** @returns what is wrong, as the end of a sentence about the log; null if nothing is */
export function findWalDamage(file: string): string | null {
  // First, as another process may add to the log meanwhile.
  const index = readIndex(`${file}-shm`)
  const log = openIfThere(`${file}-wal`)
  if (log === null) return 'is missing'
  try {
    const header = readHeader(log)
    if (header === null) return fstatSync(log).size < HEADER_BYTES ? 'is empty' : 'has a damaged header'
    if (index === null || !index.salt.equals(header.salt)) return null
    const pages = countPages(log, header, index.pages)
    // It was begun anew meanwhile.
    if (pages === index.pages || readHeader(log)?.salt.equals(header.salt) !== true) return null
    return `can only be read up to page ${pages} of ${index.pages}`
  } finally {
    closeSync(log)
  }
}

interface Header {
  readonly pageBytes: number
  readonly isHighFirst: boolean
  /** Differs each time the log begins anew. */
  readonly salt: Buffer
  readonly checksum: Checksum
}

/** @returns null if it is absent or damaged */
function readHeader(log: number): Header | null {
  const bytes = Buffer.alloc(HEADER_BYTES)
  if (readSync(log, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
  const magic = bytes.readUInt32BE(0)
  const isHighFirst = magic === MAGIC + 1
  if (magic !== MAGIC && !isHighFirst) return null
  const checksum = addToChecksum([0, 0], bytes, 0, COVERED_BYTES.header, isHighFirst)
  if (!isAt(bytes, 24, checksum)) return null
  return { pageBytes: bytes.readUInt32BE(8), isHighFirst, salt: Buffer.from(bytes.subarray(16, 24)), checksum }
}

/** How many pages complete commits have, at most `wanted`. The checksum of each frame includes those before it. */
function countPages(log: number, { pageBytes, isHighFirst, salt, checksum }: Header, wanted: number): number {
  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageBytes)
  let committed = 0
  let sum = checksum
  for (let page = 1; page <= wanted; page++) {
    const position = HEADER_BYTES + (page - 1) * frame.length
    if (readSync(log, frame, 0, frame.length, position) < frame.length) break
    sum = addToChecksum(sum, frame, 0, COVERED_BYTES.frame, isHighFirst)
    sum = addToChecksum(sum, frame, FRAME_HEADER_BYTES, frame.length, isHighFirst)
    if (!salt.equals(frame.subarray(8, 16)) || !isAt(frame, 16, sum)) break
    const isCommit = frame.readUInt32BE(4) !== 0
    if (isCommit) committed = page
  }
  return committed
}

/** How many pages the log has, by its index. @returns null if there is none, or if it was being written */
function readIndex(path: string): { pages: number; salt: Buffer } | null {
  const index = openIfThere(path)
  if (index === null) return null
  try {
    const both = Buffer.alloc(2 * INDEX_HEADER_BYTES)
    if (readSync(index, both, 0, both.length, 0) < both.length) return null
    const bytes = both.subarray(0, INDEX_HEADER_BYTES)
    if (!bytes.equals(both.subarray(INDEX_HEADER_BYTES))) return null
    // It is never copied to another machine, so it has the order of this one.
    const isHighFirst = endianness() === 'BE'
    const read = (position: number) => (isHighFirst ? bytes.readUInt32BE(position) : bytes.readUInt32LE(position))
    const [first, second] = addToChecksum([0, 0], bytes, 0, INDEX_COVERED_BYTES, isHighFirst)
    if (read(40) !== first || read(44) !== second) return null
    return { pages: read(16), salt: Buffer.from(bytes.subarray(32, 40)) }
  } finally {
    closeSync(index)
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function addToChecksum([a, b]: Checksum, bytes: Buffer, start: number, end: number, isHighFirst: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let [first, second] = [a, b]
  for (let position = start; position < end; position += 8) {
    first = (first + view.getUint32(position, !isHighFirst) + second) >>> 0
    second = (second + view.getUint32(position + 4, !isHighFirst) + first) >>> 0
  }
  return [first, second]
}

function isAt(bytes: Buffer, position: number, [first, second]: Checksum): boolean {
  return bytes.readUInt32BE(position) === first && bytes.readUInt32BE(position + 4) === second
}
