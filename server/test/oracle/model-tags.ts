import type { ErrorCode } from '@quack/contract'
import type { Operation } from './operations.ts'

/** Who follows which hashtags, in the order of the follows. */
export class ModelTags {
  #follows: { by: string; tag: string }[] = []

  /** Applies the start or the end of a follow. @returns its refusal; null if it succeeds */
  apply({ kind, by, tag }: Operation): ErrorCode | null {
    const isFollowed = this.followedBy(by).includes(tag)
    if (kind === 'followTag') {
      if (isFollowed) return 'tagAlreadyFollowed'
      this.#follows.push({ by, tag })
      return null
    }
    this.#follows = this.#follows.filter((follow) => follow.by !== by || follow.tag !== tag)
    return null
  }

  followedBy(name: string): string[] {
    return this.#follows.filter((follow) => follow.by === name).map((follow) => follow.tag)
  }

  /** The followed hashtag of a text: of several, the one that was followed first. */
  followedIn(text: string, name: string): string | undefined {
    const words = text.split(' ')
    return this.followedBy(name).find((tag) => words.includes(`#${tag}`))
  }
}
