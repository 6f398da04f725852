import fastify from 'fastify'
import type { Database } from '../../server/src/database/database.ts'
import type { PostId } from '../../server/src/database/schema.ts'

/**
 * A read that no feature can make dearer: the twenty newest posts by one statement, as JSON, without Quack's HTTP. It costs
 * more on a slow machine, as every call does, so that budgets do not depend on the machine.
 * @param newest only posts up to this id, so that later ones change nothing
 */
export function createReferenceRead(db: Database, newest: number): () => Promise<unknown> {
  const app = fastify()
  const posts = db.read
    .selectFrom('posts')
    .selectAll()
    .where('id', '<=', newest as PostId)
  app.get('/', () => posts.orderBy('id', 'desc').limit(20).execute())
  return () => app.inject('/')
}
