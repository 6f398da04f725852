import type { Transport } from '@quack/testing/chromium'
import 'vitest/browser'

/** Which requests of the page. */
export interface Requests {
  /** The source of a regular expression, for the path with its query. */
  readonly path: string
  /** `read`: GET only. `write`: every other method. */
  readonly method?: 'any' | 'read' | 'write'
}

export interface Seen {
  readonly method: string
  readonly path: string
  readonly body: string | null
  /** Null until the answer has arrived. */
  status: number | null
}

export interface PickedFile {
  /** Its ending tells the browser the type. */
  readonly name: string
  readonly base64: string
  /** Zeros follow the content up to this size. */
  readonly size?: number
}

/** What the page is told of its reader. */
export interface Media {
  readonly colorScheme?: 'light' | 'dark'
  readonly reducedMotion?: 'reduce' | 'no-preference'
}

export type Role = 'moderator' | 'owner'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this is `npm run test:long`. */
    isLong: boolean
  }
}

declare module 'vitest/browser' {
  /** Of tools/src/vitest/component.commands.ts. */
  interface BrowserCommands {
    startTest: () => Promise<void>
    endTest: (expected: readonly string[]) => Promise<string[]>
    takeNoise: (pattern: string) => Promise<boolean>
    holdRequests: (name: string, requests: Requests) => Promise<void>
    holdAnswers: (name: string, requests: Requests) => Promise<void>
    requestArrived: (name: string) => Promise<void>
    releaseRequests: (name: string) => Promise<void>
    failRequests: (requests: Requests) => Promise<void>
    answerRequests: (requests: Requests, status: number, body: string) => Promise<void>
    stopRoutes: () => Promise<void>
    watchRequests: (name: string, requests: Requests) => Promise<void>
    seenRequests: (name: string) => Promise<Seen[]>
    chooseNextFile: (file: PickedFile) => Promise<void>
    fileChosen: () => Promise<void>
    setTouch: (enabled: boolean) => Promise<void>
    addAuthenticator: (transport: Transport) => Promise<void>
    setMedia: (media: Media) => Promise<void>
    askModerated: () => Promise<void>
    giveRole: (username: string, role: Role) => Promise<void>
    passTime: (ms: number) => Promise<void>
  }
}
