import { SORTS, type Sort } from '@quack/contract/limits'
import { Link, useSearchParams } from 'react-router'
import { useReasons } from '../../data/feed-reasons.ts'
import { useFeed } from '../../data/post-lists.ts'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button/button-class.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Composer } from '../posts/composer/composer.tsx'
import { PostList } from '../posts/post-list.tsx'
import { NewsPill } from './news-pill.tsx'
import { SortControl } from './sort-control.tsx'

/** A composer, and the posts of the viewer and of members they follow. */
export function HomePage() {
  const [search, setSearch] = useSearchParams()
  const sort = toSort(search.get('sort'))
  const list = useFeed(sort)
  return (
    <>
      <PageHeader
        title="Home"
        action={
          <SortControl
            sort={sort}
            onChange={(next) => setSearch(next === 'latest' ? {} : { sort: next }, { replace: true })}
          />
        }
      />
      {sort === 'latest' && <NewsPill shown={list.keys} />}
      <Composer />
      <PostList
        key={sort}
        list={list}
        label="Your feed"
        reasons={useReasons()}
        emptyText="Sorry, there no posts to show! Follow people to see their posts."
        emptyAction={
          <Link to={paths.explore} className={buttonClass({ variant: 'secondary' })}>
            Explore
          </Link>
        }
      />
    </>
  )
}

function toSort(text: string | null): Sort {
  return SORTS.find((sort) => sort === text) ?? 'latest'
}
