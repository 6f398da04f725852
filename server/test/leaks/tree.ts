import { type Branch, treeOf as branchesOf } from '../comment-tree.ts'
import type { World, WorldComment, WorldPost } from './world.ts'

export type WorldBranch = Branch<WorldComment>

/** The branches of a post, newest first, as everybody sees them. */
export const treeOf = (world: World, post: WorldPost): WorldBranch[] =>
  branchesOf([...post.comments, ...post.gone], (entry) => post.gone.includes(entry) || world.isRemoved(post, entry))

/** The branch of a comment or place. */
export function branchOf(world: World, post: WorldPost, number: number | undefined): WorldBranch | undefined {
  const find = (branches: readonly WorldBranch[]): WorldBranch | undefined => {
    for (const branch of branches) {
      const found = branch.entry.number === number ? branch : find(branch.below)
      if (found) return found
    }
    return undefined
  }
  return find(treeOf(world, post))
}
