import { type CursorCodec, CursorError } from '../../database/paging.ts'
import type { Seal } from '../secrets/sealed.ts'

const NAME = 'sealed.'

/**
 * Cursors of a search, which may stop at what the viewer may not see: so nobody can read where. Every node can go on
 * there.
 * @param owner what the cursor is for: for anything else it is refused
 */
export function sealedCursor<Key>(codec: CursorCodec<Key>, seal: Seal, owner: string): CursorCodec<Key> {
  return {
    write: (key) => NAME + seal.seal(codec.write(key), owner),
    read(text) {
      const cursor = text.startsWith(NAME) ? seal.open(text.slice(NAME.length), owner) : null
      if (cursor === null) throw new CursorError()
      return codec.read(cursor)
    },
  }
}
