/** What the server must have in the end. */
export class Model {
  /** In the order of writing. */
  readonly posts: ModelPost[]
  /** The texts of the new posts and comments, in the order of writing. */
  readonly written: string[] = []
  /** What is on, of what belongs to no post. */
  readonly switches = new Set<Switch>()

  /** @param texts of the posts that are there at the start */
  constructor(texts: readonly string[]) {
    this.posts = texts.map((text) => newPost(text, true, false))
  }

  write(text: string, hasPicture: boolean): void {
    this.posts.push(newPost(text, false, hasPicture))
    this.written.push(text)
  }

  comment(post: ModelPost, text: string): void {
    post.comments.push({ text, isOwn: true, isOld: false, vote: 'none' })
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
    const gone = new Set([...(post.isOld ? [] : [post.text]), ...post.comments.map(({ text }) => text)])
    const rest = this.written.filter((text) => !gone.has(text))
    this.written.splice(0, this.written.length, ...rest)
  }
}

/** What a member turns on and off on posts. */
export type Toggle = 'like' | 'bookmark'

/** What a member turns on and off on pages of their own. */
export type Switch = 'follow' | 'followTag' | 'setting'

export interface ModelComment {
  text: string
  readonly isOwn: boolean
  readonly isOld: boolean
  vote: 'up' | 'down' | 'none'
}

export interface ModelPost {
  text: string
  /** There at the start. The others can be changed only while they wait. */
  readonly isOld: boolean
  readonly hasPicture: boolean
  readonly comments: ModelComment[]
  /** What another device has made of it while this one had an edit that it could not send: the member has to choose. */
  theirs?: string
  /** What is on. */
  readonly toggles: Set<Toggle>
}

function newPost(text: string, isOld: boolean, hasPicture: boolean): ModelPost {
  return { text, isOld, hasPicture, comments: [], toggles: new Set() }
}
