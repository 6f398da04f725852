import type { ShowPollResults } from '@quack/contract'
import { languageTag } from '@quack/contract/rules/languages'
import { toAlt, toWarning } from '@quack/contract/rules/text'
import { AppError } from '../../http/errors/errors.ts'
import { unsignedUrl } from '../media/records/media.view.ts'
import type { PollEdit } from './post-polls.ts'
import type { findForEdit } from './posts.queries.ts'

/** A picture of a post after the first one, as clients send it. */
export interface SentPicture {
  readonly url: string
  readonly alt?: string
}

/** What an edit of a post can be based on. */
export interface PostText {
  readonly content: string
  readonly mediaUrl: string
  readonly alt: string
  /** Not compared if a client does not send it. */
  readonly furtherPictures?: readonly SentPicture[]
  /** As furtherPictures. */
  readonly warning?: string
  readonly sensitive?: boolean
  /** Empty for none. As furtherPictures. */
  readonly lang?: string | null | undefined
  /** Of its poll; 0 for none. As furtherPictures. */
  readonly pollVersion?: number
  readonly pollMayChange?: boolean | undefined
  readonly pollShowResults?: ShowPollResults | undefined
}

/** The columns of who may do what with a post. */
const RULES = {
  whoMayComment: 'who_may_comment',
  whoMayRepost: 'who_may_repost',
  whoMayQuote: 'who_may_quote',
} as const
const RULE_NAMES = Object.keys(RULES) as (keyof typeof RULES)[]

type Current = NonNullable<Awaited<ReturnType<typeof findForEdit>>> & {
  readonly further: readonly SentPicture[]
  readonly poll: Pick<PollEdit, 'version' | 'rules' | 'isMade'>
}

/**
 * Whether the post has what the edit would give it, as after an edit whose answer was lost.
 * @param after what the edit would give it
 * @throws editConflict if the post no longer has what the edit is based on
 */
export function isMadeAlready(
  current: Current,
  input: { readonly type?: string } & { readonly [Rule in keyof typeof RULES]?: string },
  after: PostText,
  basedOn: PostText,
): boolean {
  const { type = current.media_type } = input
  const isSameRule = RULE_NAMES.every((rule) => (input[rule] ?? current[RULES[rule]]) === current[RULES[rule]])
  // The type of a file that was uploaded here is not that of the input.
  const isSameType = current.media_name !== null || type === current.media_type
  if (has(current, after) && isSameType && isSameRule && current.poll.isMade) return true
  if (!has(current, { ...basedOn, mediaUrl: unsignedUrl(basedOn.mediaUrl) })) throw new AppError('editConflict')
  return false
}

/** What covers the post after an edit that sends this, as its author says it. */
export function coverOf(
  { warning, own_warning, is_sensitive }: Pick<Current, 'warning' | 'own_warning' | 'is_sensitive'>,
  sent: Pick<PostText, 'warning' | 'sensitive'>,
) {
  const own = own_warning ?? warning
  const said = sent.warning === undefined ? own : toWarning(sent.warning)
  return {
    // Who sends a moderator's warning back has not changed it.
    warning: said === warning ? own : said,
    sensitive: sent.sensitive ?? is_sensitive === 1,
  }
}

function has(post: Current, { content, mediaUrl, alt, furtherPictures = post.further, ...rest }: PostText): boolean {
  const { mayChange, showResults } = post.poll.rules
  const { pollMayChange = mayChange, pollShowResults = showResults, ...others } = rest
  const { pollVersion = post.poll.version, lang = post.lang, ...covered } = others
  const [present, wanted] = [coverOf(post, {}), coverOf(post, covered)]
  return (
    post.content === content &&
    post.media_url === mediaUrl &&
    post.alt === alt &&
    textOf(post.further) === textOf(furtherPictures) &&
    post.poll.version === pollVersion &&
    mayChange === pollMayChange &&
    showResults === pollShowResults &&
    (post.lang ?? '') === (languageTag(lang ?? '') ?? '') &&
    present.warning === wanted.warning &&
    present.sensitive === wanted.sensitive
  )
}

const textOf = (pictures: readonly SentPicture[]) =>
  JSON.stringify(pictures.map(({ url, alt = '' }) => [unsignedUrl(url), toAlt(alt)]))
