import { PAGE_PATHS, type PageName } from '@quack/contract/rules/page-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import { AppError, sendError } from '../../http/errors/errors.ts'
import type { SendUnknownPage } from '../../http/pages/web-files.ts'
import type { WebPage } from '../../http/pages/web-page.ts'
import { originOf } from '../../http/raw/host.ts'
import { hasStaff } from '../moderation/roles/roles.queries.ts'
import { findMemberPreview, findPostPreview, findTagPreview } from './previews.service.ts'
import { fillPage, PRODUCT, type Preview } from './previews.view.ts'

export interface PreviewOptions {
  readonly page: WebPage
  /** The public origin of this installation; null to take it from each request. */
  readonly publicUrl: string | null
}

const CONFIG = { config: { addressClass: 'page' } } as const

/** @returns null if nothing has the address */
type FindPreview = (db: Connection, params: Readonly<Record<string, string>>) => Promise<Preview | null>

const ofProduct: FindPreview = async () => PRODUCT

/** Their addresses contain a one-time token, which has no place in what other programs read and keep. */
const SECRET: ReadonlySet<string> = new Set([PAGE_PATHS.resetPassword, PAGE_PATHS.confirmEmail])

/** Nothing of moderation is visible until somebody has a role. */
const ofStaffed: FindPreview = async (db) => ((await hasStaff(db, {})) ? PRODUCT : null)

const ofPost: FindPreview = (db, { postId = '' }) => findPostPreview(db, postId)

/** The metadata of pages. All others have those of the product. */
const PREVIEWS: Readonly<Partial<Record<PageName, FindPreview>>> = {
  moderation: ofStaffed,
  rules: ofStaffed,
  about: ofStaffed,
  post: ofPost,
  branch: ofPost,
  quotes: ofPost,
  tag: (db, { tag = '' }) => findTagPreview(db, tag),
  profile: (db, { username = '' }) => findMemberPreview(db, username),
}

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
    const isSecret = SECRET.has(request.routeOptions.url ?? '')
    const address = { origin: publicUrl ?? originOf(request), path: isSecret ? null : path }
    return reply
      .code(preview === null ? 404 : 200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillPage(built.html, preview ?? PRODUCT, address, built.preloads[request.routeOptions.url ?? ''] ?? []))
  }

  for (const [name, path] of Object.entries(PAGE_PATHS) as [PageName, string][]) {
    const find = PREVIEWS[name] ?? ofProduct
    app.get<{ Params: Record<string, string> }>(path, CONFIG, async (request, reply) =>
      send(request, reply, await find(db.read, request.params)),
    )
  }
  return (request, reply) => send(request, reply, null)
}
