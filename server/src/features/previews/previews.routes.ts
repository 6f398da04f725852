import { PAGE_PATHS } from '@quack/contract/page-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { AppError, sendError } from '../../http/errors.ts'
import { originOf } from '../../http/host.ts'
import type { SendUnknownPage } from '../../http/web-files.ts'
import type { WebPage } from '../../http/web-page.ts'
import { findMemberPreview, findPostPreview } from './previews.service.ts'
import { fillPage, PRODUCT, type Preview } from './previews.view.ts'

export interface PreviewOptions {
  readonly page: WebPage
  /** The public origin of this installation; null to take it from each request. */
  readonly publicUrl: string | null
}

const CONFIG = { config: { addressClass: 'page' } } as const

/** Pages with the same metadata for everyone. */
const PLAIN_PAGES = [
  ...[PAGE_PATHS.home, PAGE_PATHS.explore, PAGE_PATHS.bookmark, PAGE_PATHS.login, PAGE_PATHS.signup],
  ...[PAGE_PATHS.settings, PAGE_PATHS.resetPassword],
]

/**
 * Serves the web client's page at all of its addresses. Crawlers run no scripts, so the metadata of a post or a member
 * is part of the page itself.
 * @returns the handler for addresses that are not the client's
 */
export function registerPreviews(app: FastifyInstance, db: Database, options: PreviewOptions): SendUnknownPage {
  const { page, publicUrl } = options

  async function send(request: FastifyRequest, reply: FastifyReply, preview: Preview | null): Promise<FastifyReply> {
    const built = await page.read()
    if (built === null) return sendError(request, reply, new AppError('pathUnknown'))
    const [path = '/'] = request.url.split('?')
    const address = { origin: publicUrl ?? originOf(request), path }
    return reply
      .code(preview === null ? 404 : 200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillPage(built.html, preview ?? PRODUCT, address, built.preloads[request.routeOptions.url ?? ''] ?? []))
  }

  for (const path of PLAIN_PAGES) {
    app.get(path, CONFIG, (request, reply) => send(request, reply, PRODUCT))
  }
  app.get<{ Params: { postId: string } }>(PAGE_PATHS.post, CONFIG, async (request, reply) =>
    send(request, reply, await findPostPreview(db.read, request.params.postId)),
  )
  app.get<{ Params: { username: string } }>(PAGE_PATHS.profile, CONFIG, async (request, reply) =>
    send(request, reply, await findMemberPreview(db.read, request.params.username)),
  )
  return (request, reply) => send(request, reply, null)
}
