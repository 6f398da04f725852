import type { RouteInput } from '@quack/contract'
import { isShaped, type Shape, type Shaped, type Typed } from './is-shaped.ts'

/** A post as a member writes it. */
export type PostBody = RouteInput<'POST /api/posts'>['body']['postData']

/** What is declared of a kind of content. The rest is how it is sent (data/sending/sends.ts). */
export interface Writing {
  /**
   * How something later that is written meets an earlier one of the same kind and target: it stands beside it (`each`),
   * or takes its place (`latest`).
   */
  later: 'each' | 'latest'
  /** It deletes its target. An edit of this kind waits for that, and is deleted with it. */
  ends?: string
  /** What a kept one has: what is sent, and what an edit was made on. */
  shape: { body: Shape[string]; basedOn?: Shape }
}

const BODY = 'object' as Typed<PostBody>
const SHOW_RESULTS = 'string?' as Typed<NonNullable<PostBody['poll']>['showResults']>
const FURTHER = 'object?' as Typed<PostBody['furtherPictures']>

/**
 * `target` of an entry is the `_id` of the post or comment, or '' for a new post; for a new comment it is the post's.
 * `text` of a deletion is what is deleted, to be shown.
 */
export const WRITINGS = {
  post: { later: 'each', shape: { body: BODY } },
  comment: { later: 'each', shape: { body: { text: 'string', answering: 'string?' } } },
  editPost: {
    later: 'latest',
    shape: {
      body: BODY,
      basedOn: {
        content: 'string',
        mediaUrl: 'string',
        alt: 'string',
        lang: 'string?',
        furtherPictures: FURTHER,
        warning: 'string?',
        sensitive: 'boolean?',
        pollVersion: 'number?',
        pollMayChange: 'boolean?',
        pollShowResults: SHOW_RESULTS,
      },
    },
  },
  editComment: {
    later: 'latest',
    shape: { body: { postId: 'string', text: 'string' }, basedOn: { text: 'string' } },
  },
  deletePost: { later: 'latest', ends: 'editPost', shape: { body: { text: 'string' } } },
  deleteComment: { later: 'latest', ends: 'editComment', shape: { body: { postId: 'string', text: 'string' } } },
} as const satisfies Record<string, Writing>

export type Writings = typeof WRITINGS

/** What is kept of a kind of content. `theirs`: the present version, if it is another than that of the edit. */
export type KeptOf<Kind extends Writing> = Shaped<Kind['shape']> &
  (Kind['shape'] extends { basedOn: infer Basis } ? { theirs?: Shaped<Basis> } : unknown)

/** The content of a post or comment that an edit was made on, and what a conflict shows. */
export type PostVersion = KeptOf<Writings['editPost']>['basedOn']
export type CommentVersion = KeptOf<Writings['editComment']>['basedOn']

/** What every row of the outbox has. */
const ENTRY = {
  id: 'number',
  member: 'string',
  kind: 'string',
  target: 'string',
  key: 'string',
  at: 'number',
  state: 'string',
  revision: 'number',
} as const

export function isEntry(row: unknown): row is Shaped<typeof ENTRY> {
  return isShaped(row, ENTRY)
}

/** The declaration of a kind of content, by a name that a row has. */
export function writingOf({ kind }: { kind: string }): Writing | undefined {
  return Object.hasOwn(WRITINGS, kind) ? WRITINGS[kind as keyof Writings] : undefined
}
