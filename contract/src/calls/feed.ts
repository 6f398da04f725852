import { Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { EntityPageQuery, page } from '../entities/fields.ts'
import { SORTS } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'feed' })

export const listFeed = endpoint('GET /api/feed', {
  summary: "The viewer's own posts and those of members they follow",
  access: 'member',
  query: Type.Object({
    ...EntityPageQuery.properties,
    sort: Type.Optional(Type.Enum([...SORTS], { default: 'latest' })),
  }),
  answer: page('posts', Post),
  errors: ['cursorInvalid'],
})

export const listExplore = endpoint('GET /api/explore', {
  summary: 'All posts, newest first',
  access: 'anyone',
  ...entityPageOf('posts', Post),
})
