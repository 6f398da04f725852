import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { highlightsOf } from '@quack/contract/rules/search/search-match'
import { EVERY_LANGUAGE, type TextTerm } from '@quack/contract/rules/search/search-query'
import { type ComponentType, useEffect, useEffectEvent, useMemo } from 'react'
import { Link } from 'react-router'
import { isRefusal, messageOf } from '../../data/api/api-errors.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { languageName } from '../../data/languages/names.ts'
import { pictureName, picturesOf } from '../../data/posts/media.ts'
import { useFoundPosts } from '../../data/search/search.ts'
import { intlLocale } from '../../locale/messages.ts'
import { paths, type Search } from '../../paths.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatDate } from '../../ui/text/format-age.ts'
import { PlainBlocks } from '../../ui/text/rich-text.tsx'
import { type Marking, PostMarks } from '../posts/card/post-marks.ts'
import type { PostListProps } from '../posts/post-list.tsx'
import { excerptOf, wantedWords } from './found-marks.ts'
import { NothingFound } from './nothing-found.tsx'
import { withPart } from './search-text.ts'
import { useSayCount } from './use-say-count.ts'

interface FoundPostsProps {
  search: Search
  PostList: ComponentType<PostListProps>
  /** Called with what assistive technology shall say. */
  onArrived: (text: string) => void
  /** Called with the message of a refusal, if the member after `from:` is unknown. */
  onRefused: (message: string) => void
}

/** The posts that a search finds, with its words marked. */
export function FoundPosts({ search, PostList, onArrived, onRefused }: FoundPostsProps) {
  const list = useFoundPosts(search.q, search.order)
  const marking: Marking = useMemo(() => markingOf(search.q), [search.q])
  const { keys, error, hasMore, lastPage } = list
  const count = keys?.length
  const isFromUnknown = isRefusal(error, 'searchFromUnknown')
  useSayCount('posts', count, hasMore, onArrived)
  const refuse = useEffectEvent(() => onRefused(messageOf(error)))
  useEffect(() => {
    if (isFromUnknown) refuse()
  }, [isFromUnknown])

  const { languages } = lastPage?.search ?? {}
  const limit = languages && <LanguagesNote search={search} languages={languages} />
  if (isFromUnknown || (count === 0 && !hasMore)) {
    return (
      <>
        {limit}
        <NothingFound search={search} />
      </>
    )
  }
  const searchedTo = lastPage?.search?.searchedTo ?? null
  const isPartial = searchedTo !== null
  const indexedFrom = lastPage?.search?.indexedFrom ?? null
  return (
    <PostMarks value={marking}>
      {limit}
      {indexedFrom !== null && (
        <p className="border-b px-4 py-2.5 text-meta text-muted">
          {t`Posts from before ${{ day: formatDate(new Date(indexedFrom)) }} are still being indexed.`}
        </p>
      )}
      {!(isPartial && count === 0) && (
        // A broad search goes on when the button is pressed, not while scrolling.
        <PostList
          list={isPartial ? { ...list, hasMore: false } : list}
          label={t`Found posts`}
          emptyText={t`No posts found`}
        />
      )}
      {isPartial && <BroadNote list={list} searchedTo={searchedTo} />}
    </PostMarks>
  )
}

/** Marks the words of a search. */
function markingOf(q: string): Marking {
  const words = wantedWords(q)
  return {
    marksIn: (text) => highlightsOf(text, words),
    renderDescription: (post) =>
      picturesOf(post).map(({ alt }, index) => (
        <FoundDescription key={pictureName(post._id, index)} alt={alt} content={post.content} words={words} />
      )),
  }
}

interface FoundDescriptionProps {
  alt: string
  content: string
  words: readonly TextTerm[]
}

/** What a search has found in the description of a picture or video, and not in the text of its post. */
function FoundDescription({ alt, content, words }: FoundDescriptionProps) {
  const excerpt = excerptOf(alt, content, words)
  if (!excerpt) return null
  const text = (
    <bdi>
      <PlainBlocks {...excerpt} />
    </bdi>
  )
  return (
    <p className="wrap-anywhere mt-2 line-clamp-3 text-meta text-muted">
      <Trans comment="Of a picture or video">Description: {text}</Trans>
    </p>
  )
}

/** That the search is limited to the languages that the viewer has chosen, and a way out. */
function LanguagesNote({ search, languages }: { search: Search; languages: readonly string[] }) {
  const names = new Intl.ListFormat(intlLocale()).format(languages.map(languageName))
  return (
    <p className="border-b px-4 py-2.5 text-meta text-muted">
      <Trans>
        Only posts in <bdi>{names}</bdi>.{' '}
        <Link
          to={paths.search({ ...search, q: withPart(search.q, `lang:${EVERY_LANGUAGE}`) })}
          className="rounded-sm text-accent underline decoration-1 underline-offset-2"
        >
          Search in all languages
        </Link>
      </Trans>
    </p>
  )
}

interface BroadNoteProps {
  list: KeyList
  searchedTo: string
}

/** The end of what a search that is too broad for one request has found so far. */
function BroadNote({ list, searchedTo }: BroadNoteProps) {
  const { isLoadingMore, hasMoreFailed } = list
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-8 text-center">
      <p role={hasMoreFailed ? 'alert' : undefined} className="text-balance text-muted">
        {hasMoreFailed
          ? t`More could not be loaded.`
          : t`This search is broad. Searched back to ${{ day: formatDate(new Date(searchedTo)) }}.`}
      </p>
      <Button variant="secondary" aria-disabled={isLoadingMore} onClick={list.loadMore}>
        {isLoadingMore ? t`Searching…` : hasMoreFailed ? t`Retry` : t`Search older posts`}
      </Button>
    </div>
  )
}
