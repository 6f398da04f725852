import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EntityPageQuery, page } from '../entities/fields.ts'
import { SORTS } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'

export const listFeed = endpoint({
  method: 'GET',
  path: '/api/feed',
  noun: 'feed',
  summary: "The viewer's own posts and those of members they follow",
  access: 'member',
  rate: 'read',
  query: Type.Object({
    ...EntityPageQuery.properties,
    sort: Type.Optional(Type.Enum([...SORTS], { default: 'latest' })),
  }),
  success: 200,
  answer: page('posts', Post),
  errors: ['cursorInvalid'],
})

export const listExplore = endpoint({
  method: 'GET',
  path: '/api/explore',
  noun: 'feed',
  summary: 'All posts, newest first',
  access: 'anyone',
  rate: 'read',
  query: EntityPageQuery,
  success: 200,
  answer: page('posts', Post),
  errors: ['cursorInvalid'],
})
