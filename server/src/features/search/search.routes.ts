import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf } from '../../http/list-query.ts'
import { searchPeople, suggestPeople } from './search-people.ts'
import { searchPosts } from './search-posts.ts'
import { searchTags, suggestTags } from './search-tags.ts'

export function registerSearch(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.searchPosts, ({ query }, context) => searchPosts(db, query, hydrationOf(context, query)))
  bind(app, ENDPOINTS.searchPeople, ({ query }, context) => searchPeople(db.read, query, context))
  bind(app, ENDPOINTS.searchTags, ({ query }, context) => searchTags(db.read, query, context))
  bind(app, ENDPOINTS.suggestSearch, async ({ query }, context) => {
    const [people, tags] = await Promise.all([
      suggestPeople(db.read, query.q, context),
      suggestTags(db.read, query.q, context),
    ])
    return { people, tags }
  })
}
