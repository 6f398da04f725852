import type { ComponentType } from 'react'
import { useFoundPosts } from '../../data/search.ts'
import type { Search } from '../../paths.ts'
import type { PostListProps } from '../posts/post-list.tsx'

interface FoundPostsProps {
  search: Search
  PostList: ComponentType<PostListProps>
}

export function FoundPosts({ search: { q, order }, PostList }: FoundPostsProps) {
  const list = useFoundPosts(q, order, true)
  return <PostList list={list} label="Found posts" emptyText="No posts found" />
}
