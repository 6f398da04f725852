import type { ErrorCode } from '@quack/contract'

/** The expected outcome of an upload. */
export type Outcome =
  | { readonly refused: ErrorCode }
  | { readonly image: readonly [width: number, height: number]; readonly frames?: number; readonly upright?: boolean }
  | { readonly video: readonly [width: number, height: number]; readonly converted?: boolean }

export interface Entry {
  readonly name: string
  readonly outcome: Outcome
  readonly make: () => Buffer | Promise<Buffer>
  /** The name that the client sends. */
  readonly fileName?: string
  readonly mime?: string
  readonly isAvatar?: boolean
  /** Takes a second or more of a processor to make or to read, so `npm test` leaves it out. */
  readonly isDear?: boolean
}

export const refused = (code: ErrorCode): Outcome => ({ refused: code })
export const image = (width: number, height: number, frames = 1): Outcome => ({ image: [width, height], frames })
export const video = (width: number, height: number, converted = false): Outcome => ({
  video: [width, height],
  converted,
})
