/** What the server must have in the end. */
export class Model {
  /** In the order of writing. */
  readonly posts: ModelPost[]
  /** The texts of the new posts and comments, in the order of writing. */
  readonly written: string[] = []

  /** @param texts of the posts that are there at the start */
  constructor(texts: readonly string[]) {
    this.posts = texts.map((text) => newPost(text, true, false))
  }

  write(text: string, hasPicture: boolean): void {
    this.posts.push(newPost(text, false, hasPicture))
    this.written.push(text)
  }

  comment(post: ModelPost, text: string): void {
    post.comments.push(text)
    this.written.push(text)
  }

  toggle({ toggles }: ModelPost, toggle: Toggle, isOn: boolean): void {
    if (isOn) toggles.add(toggle)
    else toggles.delete(toggle)
  }

  edit(post: ModelPost, text: string): void {
    if (!post.isOld) this.written[this.written.indexOf(post.text)] = text
    post.text = text
  }

  remove(post: ModelPost): void {
    this.posts.splice(this.posts.indexOf(post), 1)
    const gone = new Set([...(post.isOld ? [] : [post.text]), ...post.comments])
    const rest = this.written.filter((text) => !gone.has(text))
    this.written.splice(0, this.written.length, ...rest)
  }
}

/** What a member turns on and off. */
export type Toggle = 'like' | 'bookmark'

export interface ModelPost {
  text: string
  /** There at the start. The others can be changed only while they wait. */
  readonly isOld: boolean
  readonly hasPicture: boolean
  readonly comments: string[]
  /** What is on. */
  readonly toggles: Set<Toggle>
}

function newPost(text: string, isOld: boolean, hasPicture: boolean): ModelPost {
  return { text, isOld, hasPicture, comments: [], toggles: new Set() }
}
