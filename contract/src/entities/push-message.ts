/** What the payload of a push message to our own client contains, as JSON. It is encrypted for the device. */
export type PushPayload = PushNotice | PushClose

/** A notification to show. It replaces one with the same tag. */
export interface PushNotice {
  readonly title: string
  readonly body: string
  /** The page to open, without an origin. */
  readonly path: string
  readonly tag: string
  /** When the latest of its events happened, in milliseconds since 1970; absent for a summary. */
  readonly at?: number
  /** How many notifications are unread, up to `UNREAD_MAX`: the badge of the installed application. */
  readonly unread: number
}

/** Notifications that are to disappear, because they were read elsewhere or taken back. */
export interface PushClose {
  readonly close: readonly string[]
  readonly unread: number
}
