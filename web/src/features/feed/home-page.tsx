import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { SORTS, type Sort } from '@quack/contract/rules/limits'
import { useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useFeed } from '../../data/feed/feed.ts'
import { useNewsCount } from '../../data/feed/news.ts'
import { countNewAbove } from '../../data/feed/pages.ts'
import { isReadSort } from '../../data/feed/place.ts'
import { useReasons } from '../../data/feed/reasons.ts'
import { useOutboxScreens } from '../../data/outbox/screens.ts'
import { translate } from '../../locale/messages.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { LazyPopup, SelectButton } from '../../ui/popup/lazy-popup.tsx'
import { WhoToFollowHere } from '../follows/who-to-follow.tsx'
import { Composer } from '../posts/composer/composer.tsx'
import type { RowsView } from '../posts/list-place.ts'
import { PostList, type PostListProps } from '../posts/post-list.tsx'
import { ContinueLine } from './continue-line.tsx'
import { type News, NewsPill } from './news-pill.tsx'
import { type FeedRowsOptions, useFeedRows } from './use-feed-rows.tsx'
import { useReading } from './use-reading.ts'
import { useVisit } from './use-visit.ts'

/** A composer, and the home feed. */
export function HomePage() {
  const [search, setSearch] = useSearchParams()
  const sort = toSort(search.get('sort'))
  const view = useRef<RowsView>(null)
  const news = useRef<News>(null)
  const visit = useVisit(sort, news, view)
  const feed = useFeed(sort)
  const list = visit.isAnew ? { ...feed, keys: undefined, pages: undefined } : feed
  const outbox = useOutboxScreens()
  const liveCount = useNewsCount(list.keys)
  const newsCount = sort === 'latest' ? liveCount : 0
  const part = useReading()
  const reading = part && list.keys && isReadSort(sort) && (
    <part.Reading key={sort} sort={sort} view={view} isMoving={part.isMoving} keys={list.keys} />
  )
  return (
    <>
      <PageHeader
        title={t`Home`}
        action={
          <SortControl
            sort={sort}
            onChange={(next) => setSearch(next === 'latest' ? {} : { sort: next }, { replace: true })}
          />
        }
      />
      <NewsPill count={sort === 'latest' ? newsCount + countNewAbove(list.pages ?? []) : 0} news={news} view={view}>
        {reading}
      </NewsPill>
      <Composer />
      {outbox && <outbox.WaitingPosts />}
      {isReadSort(sort) && list.keys && <ContinueLine sort={sort} visit={visit} view={view} />}
      {isReadSort(sort) ? (
        <ReadFeed key={sort} sort={sort} visit={visit} list={list} newsCount={newsCount} view={view} />
      ) : (
        <Posts key={sort} list={list} />
      )}
    </>
  )
}

function ReadFeed(props: FeedRowsOptions) {
  return <Posts {...useFeedRows(props)} />
}

function Posts(rows: Pick<PostListProps, 'list' | 'others' | 'begin' | 'onView'>) {
  return (
    <PostList
      {...rows}
      label={t`Your feed`}
      reasons={useReasons()}
      emptyText={t`Sorry, there no posts to show! Follow people to see their posts.`}
      emptyAction={
        <>
          <Link to={paths.explore} className={buttonClass({ variant: 'secondary' })}>
            {t`Explore`}
          </Link>
          <WhoToFollowHere />
        </>
      }
    />
  )
}

function toSort(text: string | null): Sort {
  return SORTS.find((sort) => sort === text) ?? 'latest'
}

/** In the order of the menu. `chosen` is on its button. */
const OPTIONS: readonly { value: Sort; label: MessageDescriptor; chosen: MessageDescriptor }[] = [
  {
    value: 'trending',
    label: msg({ message: 'Trending', context: 'order of posts' }),
    chosen: msg`Trending Posts`,
  },
  { value: 'oldest', label: msg({ message: 'Oldest', context: 'order of posts' }), chosen: msg`Oldest Posts` },
  { value: 'latest', label: msg({ message: 'Latest', context: 'order of posts' }), chosen: msg`Latest Posts` },
]

/** A button such as 'Latest Posts' with a menu of the sort orders. */
function SortControl({ sort, onChange }: { sort: Sort; onChange: (sort: Sort) => void }) {
  const popup = useOnDemand(() => import('../../ui/popup/select-menu.tsx'))
  const label = t({ message: 'Sort', context: 'verb' })
  const chosen = OPTIONS.find(({ value }) => value === sort)?.chosen
  const button = <SelectButton label={label}>{chosen && translate(chosen)}</SelectButton>
  const options = OPTIONS.map((option) => ({ value: option.value, label: translate(option.label) }))
  return (
    <LazyPopup popup={popup} kind="menu" trigger={button}>
      {({ SelectMenu }, trigger) => (
        <SelectMenu trigger={trigger} label={label} value={sort} options={options} onChange={onChange} />
      )}
    </LazyPopup>
  )
}
