/** Creates the data of a test over HTTP, like any client. It runs in Node and in a page. */

/** A request, however it is sent. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly file?: ApiFile
}

export interface Reply {
  readonly status: number
  readonly text: string
}

export type Send = (call: Call) => Promise<Reply>

export interface ApiFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Uint8Array
}

/** Sends with `fetch`: to the page's own server, or to the one at `origin`. */
export function overFetch(origin = ''): Send {
  return async ({ method, path, headers, json, file }) => {
    const form = new FormData()
    if (file) form.set('file', new Blob([new Uint8Array(file.buffer)], { type: file.mimeType }), file.name)
    const response = await fetch(origin + path, {
      method,
      headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(file ? { body: form } : {}),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    return { status: response.status, text: await response.text() }
  }
}

/** What a post has beside its text. */
export interface PostMedia {
  /** The `_id` of the post that it quotes. */
  readonly quote?: string
  readonly mediaUrl?: string
  readonly type?: string
  readonly alt?: string
  /** A BCP 47 tag. */
  readonly lang?: string
  readonly furtherPictures?: readonly { readonly url: string; readonly alt?: string }[]
  readonly warning?: string
  readonly sensitive?: boolean
  readonly poll?: {
    readonly options: readonly string[]
    readonly multiple?: boolean
    readonly mayChange?: boolean
    readonly showResults?: 'always' | 'voted' | 'ended'
    readonly seconds?: number
  }
}

export interface Person {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly username: string
  readonly password: string
}

export interface Member extends Person {
  readonly _id: string
  readonly token: string
}

export interface Post {
  readonly _id: string
  readonly id: string
  readonly content: string
  readonly createdAt: string
}

/** A person with a username that no other test uses. */
export function makePerson(firstName = 'Ann'): Person {
  const username = `${firstName.toLowerCase()}_${randomHex(5)}`
  return { firstName, lastName: 'Mallard', email: `${username}@example.com`, username, password: 'correct horse' }
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

export class MemberApi {
  readonly #send: Send

  constructor(send: Send) {
    this.#send = send
  }

  async signUp(person: Person = makePerson()): Promise<Member> {
    const answer = await this.#post('/api/auth/signup', person)
    const { encodedToken, createdUser } = answer as { encodedToken: string; createdUser: { _id: string } }
    return { ...person, _id: createdUser._id, token: encodedToken }
  }

  /** The token of another session of the member, as on another device. */
  async signInAgain({ username, password }: Member): Promise<string> {
    const { encodedToken } = (await this.#post('/api/auth/login', { username, password })) as { encodedToken: string }
    return encodedToken
  }

  async writePost(author: Member, content: string, media: PostMedia = {}): Promise<Post> {
    const postData = { content, ...media }
    const { post } = (await this.#post('/api/posts', { postData }, author)) as { post: Post }
    return post
  }

  async upload(member: Member, file: ApiFile): Promise<{ url: string }> {
    const headers = { authorization: member.token }
    const answer = await this.#call({ method: 'POST', path: '/api/media', headers, file })
    return (answer as { media: { url: string } }).media
  }

  /** Creates a resumable upload without sending any data. */
  async beginUpload(member: Member): Promise<void> {
    const headers = { authorization: member.token, 'tus-resumable': '1.0.0', 'upload-length': '5' }
    await this.#call({ method: 'POST', path: '/api/uploads', headers })
  }

  async editPost(post: Post, author: Member, content: string, change: object = {}): Promise<void> {
    await this.#post(`/api/posts/edit/${post._id}`, { postData: { content, ...change } }, author)
  }

  /** Replaces the poll of a post. */
  async editPoll(post: Post, author: Member, poll: NonNullable<PostMedia['poll']>): Promise<void> {
    await this.#post(`/api/posts/edit/${post._id}`, { postData: { poll } }, author)
  }

  /** @param choices the places of options, from 0 */
  async vote(post: Post, choices: readonly number[], member: Member, version = 1): Promise<void> {
    await this.#call({
      method: 'PUT',
      path: `/api/posts/${post._id}/vote`,
      headers: { authorization: member.token },
      json: { choices, version },
    })
  }

  /** @param furtherPictures what the post has after its first picture from now on */
  async editPictures(
    post: Post,
    author: Member,
    furtherPictures: NonNullable<PostMedia['furtherPictures']>,
  ): Promise<void> {
    await this.#post(`/api/posts/edit/${post._id}`, { postData: { furtherPictures } }, author)
  }

  async setWhoMayComment(
    post: Post,
    author: Member,
    whoMayComment: 'everyone' | 'followed' | 'mentioned' | 'nobody',
  ): Promise<void> {
    await this.#post(`/api/posts/edit/${post._id}`, { postData: { whoMayComment } }, author)
  }

  async setWhoMayQuote(post: Post, author: Member, whoMayQuote: 'everyone' | 'followers' | 'nobody'): Promise<void> {
    await this.#post(`/api/posts/edit/${post._id}`, { postData: { whoMayQuote } }, author)
  }

  async deletePost(post: Post, author: Member): Promise<void> {
    await this.#call({ method: 'DELETE', path: `/api/posts/${post._id}`, headers: { authorization: author.token } })
  }

  /** Ends the session of the member's token, as if from another browser. */
  async logOut(member: Member): Promise<void> {
    await this.#post('/api/auth/logout', undefined, member)
  }

  async editProfile(
    member: Member,
    userData: {
      bio?: string
      website?: string
      avatarURL?: string
      bot?: boolean
      profile?: { pronouns?: string; headerURL?: string; fields?: { name: string; value: string }[] }
    },
  ): Promise<void> {
    await this.#post('/api/users/edit', { userData }, member)
  }

  async like(post: Post, member: Member): Promise<void> {
    await this.#post(`/api/posts/like/${post._id}`, undefined, member)
  }

  /** Takes a like back. */
  async unlike(post: Post, member: Member): Promise<void> {
    await this.#post(`/api/posts/dislike/${post._id}`, undefined, member)
  }

  async repost(post: Post, member: Member): Promise<void> {
    await this.#call({
      method: 'PUT',
      path: `/api/posts/${post._id}/repost`,
      headers: { authorization: member.token },
    })
  }

  async bookmark(post: Post, member: Member): Promise<void> {
    await this.#post(`/api/users/bookmark/${post._id}`, undefined, member)
  }

  async pin(post: Post, author: Member): Promise<void> {
    await this.#post(`/api/posts/pin/${post._id}`, undefined, author)
  }

  /** @param answering the comment that it answers; @returns the comment's `_id` */
  async comment(post: Post, author: Member, text: string, answering?: string): Promise<string> {
    const commentData = { text, ...(answering && { answering }) }
    const answer = await this.#post(`/api/comments/add/${post._id}?embed=1`, { commentData }, author)
    return (answer as { post: { comments: { _id: string }[] } }).post.comments[0]?._id ?? ''
  }

  async editComment(post: Post, comment: string, author: Member, text: string): Promise<void> {
    await this.#post(`/api/comments/edit/${post._id}/${comment}`, { commentData: { text } }, author)
  }

  async deleteComment(post: Post, comment: string, author: Member): Promise<void> {
    await this.#post(`/api/comments/delete/${post._id}/${comment}`, undefined, author)
  }

  async upvote(post: Post, comment: string, member: Member): Promise<void> {
    await this.#post(`/api/comments/upvote/${post._id}/${comment}`, undefined, member)
  }

  async follow(target: Member, member: Member): Promise<void> {
    await this.#post(`/api/users/follow/${target._id}`, undefined, member)
  }

  async unfollow(target: Member, member: Member): Promise<void> {
    await this.#post(`/api/users/unfollow/${target._id}`, undefined, member)
  }

  async deleteAccount(member: Member): Promise<void> {
    await this.#post('/api/account/delete', { password: member.password }, member)
  }

  async setPrivate(member: Member, isPrivate: boolean): Promise<void> {
    await this.#post('/api/account/private', { private: isPrivate }, member)
  }

  /** Opens the member's Home where they have stopped reading. */
  async resumeHome(member: Member, resumes = true): Promise<void> {
    await this.#post('/api/account/home', { resumes }, member)
  }

  /** Stores where the member has stopped reading Home: so many pixels of this post are above the reading line. */
  async stopReading(post: Post, offset: number, member: Member): Promise<void> {
    await this.#post(
      '/api/feed/position',
      { sort: 'latest', postId: post._id, offset, newestId: post._id, age: 0 },
      member,
    )
  }

  async block(target: Member, member: Member): Promise<void> {
    await this.#post(`/api/users/block/${target._id}`, undefined, member)
  }

  async unblock(target: Member, member: Member): Promise<void> {
    await this.#post(`/api/users/unblock/${target._id}`, undefined, member)
  }

  async mute(target: Member, duration: 'hour' | 'day' | 'week' | 'always', member: Member): Promise<void> {
    await this.#post(`/api/users/mute/${target._id}`, { duration }, member)
  }

  /** Mutes a word, so that posts with it are collapsed. */
  async muteWord(phrase: string, member: Member): Promise<void> {
    await this.#post('/api/muted-words', { phrase, action: 'collapse', duration: 'always' }, member)
  }

  async followTag(tag: string, member: Member): Promise<void> {
    await this.#post(`/api/tags/${encodeURIComponent(tag)}/follow`, undefined, member)
  }

  /** @param of the post, or the `_id` of a comment */
  async report(of: Post | string, reporter: Member, text = ''): Promise<string> {
    const target = typeof of === 'string' ? { kind: 'comment', id: of } : { kind: 'post', id: of._id }
    const body = { ...target, rule: 'spam', text }
    return ((await this.#post('/api/reports', body, reporter)) as { report: { _id: string } }).report._id
  }

  /** Takes actions for reports, as a moderator. */
  async decide(reports: readonly string[], actions: readonly string[], moderator: Member): Promise<void> {
    await this.#post('/api/moderation/decisions', { reports, actions, message: 'Please keep to the rules.' }, moderator)
  }

  async editInstallation(change: object, owner: Member): Promise<void> {
    await this.#post('/api/moderation/installation', change, owner)
  }

  #post(path: string, body: unknown, member?: Member): Promise<unknown> {
    const headers = { prefer: 'return=minimal', ...(member === undefined ? {} : { authorization: member.token }) }
    return this.#call({ method: 'POST', path, headers, json: body })
  }

  /** @returns the answer's JSON; null if it has no body */
  async #call(call: Call): Promise<unknown> {
    const { status, text } = await this.#send(call)
    if (status < 200 || status > 299) throw new Error(`${call.path} answered ${status}: ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
