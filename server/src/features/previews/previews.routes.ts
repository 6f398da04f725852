import { PAGE_PATHS, type PageName } from '@quack/contract/rules/page-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Connection, Database } from '../../database/database.ts'
import { AppError, sendError } from '../../http/errors/errors.ts'
import type { SendUnknownPage } from '../../http/pages/web-files.ts'
import type { WebPage } from '../../http/pages/web-page.ts'
import { originOf } from '../../http/raw/host.ts'
import type { Language } from '../../locale/languages.ts'
import type { Say } from '../../locale/translator.ts'
import { hasStaff } from '../moderation/roles/roles.queries.ts'
import { findMemberPreview, findPostPreview, findTagPreview } from './previews.service.ts'
import { fillPage, type Preview, previewOfProduct } from './previews.view.ts'

export interface PreviewOptions {
  readonly page: WebPage
  /** The public origin of this installation; null to take it from each request. */
  readonly publicUrl: string | null
  /** The operator's: what reads previews tells no language of its own. */
  readonly language: Language
}

const CONFIG = { config: { addressClass: 'page' } } as const

/** @returns null if nothing has the address */
type FindPreview = (db: Connection, say: Say, params: Readonly<Record<string, string>>) => Promise<Preview | null>

const ofProduct: FindPreview = async (_db, say) => previewOfProduct(say)

/** Their addresses contain a one-time token, which has no place in what other programs read and keep. */
const SECRET: ReadonlySet<string> = new Set([PAGE_PATHS.resetPassword, PAGE_PATHS.confirmEmail])

/** Nothing of moderation is visible until somebody has a role. */
const ofStaffed: FindPreview = async (db, say) => ((await hasStaff(db, {})) ? previewOfProduct(say) : null)

const ofPost: FindPreview = (db, say, { postId = '' }) => findPostPreview(db, postId, say)

/** The metadata of pages. All others have those of the product. */
const PREVIEWS: Readonly<Partial<Record<PageName, FindPreview>>> = {
  moderation: ofStaffed,
  rules: ofStaffed,
  about: ofStaffed,
  post: ofPost,
  branch: ofPost,
  quotes: ofPost,
  tag: (db, say, { tag = '' }) => findTagPreview(db, tag, say),
  profile: (db, say, { username = '' }) => findMemberPreview(db, username, say),
}

/**
 * Serves the web client's page at all of its addresses. What reads previews need not run scripts, so the metadata of a
 * post, a member or a hashtag is part of the page itself.
 * @returns the handler for addresses that are not the client's
 */
export function registerPreviews(app: FastifyInstance, db: Database, options: PreviewOptions): SendUnknownPage {
  const { page, publicUrl, language } = options
  const { locale, say } = language

  async function send(request: FastifyRequest, reply: FastifyReply, preview: Preview | null): Promise<FastifyReply> {
    const built = await page.read()
    if (built === null) return sendError(request, reply, new AppError('pathUnknown'))
    const [path = '/'] = request.url.split('?')
    const preloads = built.preloads[request.routeOptions.url ?? ''] ?? []
    const isSecret = SECRET.has(request.routeOptions.url ?? '')
    const address = { origin: publicUrl ?? originOf(request), path: isSecret ? null : path, locale }
    return reply
      .code(preview === null ? 404 : 200)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(fillPage(built.html, preview ?? previewOfProduct(say), address, preloads))
  }

  for (const [name, path] of Object.entries(PAGE_PATHS) as [PageName, string][]) {
    const find = PREVIEWS[name] ?? ofProduct
    app.get<{ Params: Record<string, string> }>(path, CONFIG, async (request, reply) =>
      send(request, reply, await find(db.read, say, request.params)),
    )
  }
  return (request, reply) => send(request, reply, null)
}
