import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { requireVisible } from '../visibility/visibility.ts'
import { findAnyAuthor, withdraw } from './quotes.queries.ts'

/**
 * Takes a post of the viewer's own out of one that quotes it, whether or not the viewer sees that one.
 * @param quote null for one that does not exist
 * @throws postUnknown, quoteNotOwn
 */
export async function withdrawQuote(
  db: Database,
  viewer: Viewer,
  { post, quote }: { readonly post: PostId; readonly quote: PostId | null },
): Promise<void> {
  await db.write(async (transaction) => {
    // Not locked: only the deletion of a post changes its author, and it locks a quote before the post that it quotes.
    const found = await findAnyAuthor(transaction, { id: post })
    const isOwn = found?.author === viewer.id
    if (!found || (found.hidden_at !== null && !isOwn)) throw new AppError('postUnknown')
    await requireVisible(transaction, viewer.id, found.author, 'postUnknown')
    if (!isOwn) throw new AppError('quoteNotOwn')
    if (quote !== null) await withdraw(transaction, { post, quote })
  })
}
