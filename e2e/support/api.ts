import { randomBytes } from 'node:crypto'
import { type APIRequestContext, expect } from '@playwright/test'

/** Creates the data of a test over HTTP, like any client. */

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
  const username = `${firstName.toLowerCase()}_${randomBytes(5).toString('hex')}`
  return { firstName, lastName: 'Mallard', email: `${username}@example.com`, username, password: 'correct horse' }
}

export class Api {
  readonly #request: APIRequestContext

  constructor(request: APIRequestContext) {
    this.#request = request
  }

  async signUp(person: Person = makePerson()): Promise<Member> {
    const answer = await this.#send('/api/auth/signup', person)
    const { encodedToken, createdUser } = answer as { encodedToken: string; createdUser: { _id: string } }
    return { ...person, _id: createdUser._id, token: encodedToken }
  }

  /** The token of another session of the member, as on another device. */
  async signInAgain({ username, password }: Member): Promise<string> {
    const { encodedToken } = (await this.#send('/api/auth/login', { username, password })) as { encodedToken: string }
    return encodedToken
  }

  async writePost(
    author: Member,
    content: string,
    media: { mediaUrl?: string; type?: string; alt?: string } = {},
  ): Promise<Post> {
    const postData = { content, ...media }
    const { post } = (await this.#send('/api/posts', { postData }, author)) as { post: Post }
    return post
  }

  async upload(member: Member, file: { name: string; mimeType: string; buffer: Buffer }): Promise<{ url: string }> {
    const headers = { authorization: member.token }
    const response = await this.#request.post('/api/media', { headers, multipart: { file } })
    expect(response.ok(), await response.text()).toBe(true)
    return ((await response.json()) as { media: { url: string } }).media
  }

  /** Creates a resumable upload without sending any data. */
  async beginUpload(member: Member): Promise<void> {
    const headers = { authorization: member.token, 'tus-resumable': '1.0.0', 'upload-length': '5' }
    expect((await this.#request.post('/api/uploads', { headers })).status()).toBe(201)
  }

  async editPost(post: Post, author: Member, content: string): Promise<void> {
    await this.#send(`/api/posts/edit/${post._id}`, { postData: { content } }, author)
  }

  async setWhoMayComment(
    post: Post,
    author: Member,
    whoMayComment: 'everyone' | 'followed' | 'mentioned' | 'nobody',
  ): Promise<void> {
    await this.#send(`/api/posts/edit/${post._id}`, { postData: { whoMayComment } }, author)
  }

  async deletePost(post: Post, author: Member): Promise<void> {
    const answer = await this.#request.delete(`/api/posts/${post._id}`, { headers: { authorization: author.token } })
    expect(answer.ok()).toBe(true)
  }

  /** Ends the session of the member's token, as if from another browser. */
  async logOut(member: Member): Promise<void> {
    await this.#send('/api/auth/logout', undefined, member)
  }

  async editProfile(member: Member, userData: { bio?: string; website?: string; avatarURL?: string }): Promise<void> {
    await this.#send('/api/users/edit', { userData }, member)
  }

  async like(post: Post, member: Member): Promise<void> {
    await this.#send(`/api/posts/like/${post._id}`, undefined, member)
  }

  /** Takes a like back. */
  async unlike(post: Post, member: Member): Promise<void> {
    await this.#send(`/api/posts/dislike/${post._id}`, undefined, member)
  }

  async bookmark(post: Post, member: Member): Promise<void> {
    await this.#send(`/api/users/bookmark/${post._id}`, undefined, member)
  }

  /** @returns the comment's `_id` */
  async comment(post: Post, author: Member, text: string): Promise<string> {
    const answer = await this.#send(`/api/comments/add/${post._id}?embed=1`, { commentData: { text } }, author)
    return (answer as { post: { comments: { _id: string }[] } }).post.comments[0]?._id ?? ''
  }

  async deleteComment(post: Post, comment: string, author: Member): Promise<void> {
    await this.#send(`/api/comments/delete/${post._id}/${comment}`, undefined, author)
  }

  async upvote(post: Post, comment: string, member: Member): Promise<void> {
    await this.#send(`/api/comments/upvote/${post._id}/${comment}`, undefined, member)
  }

  async follow(target: Member, member: Member): Promise<void> {
    await this.#send(`/api/users/follow/${target._id}`, undefined, member)
  }

  async unfollow(target: Member, member: Member): Promise<void> {
    await this.#send(`/api/users/unfollow/${target._id}`, undefined, member)
  }

  async deleteAccount(member: Member): Promise<void> {
    await this.#send('/api/account/delete', { password: member.password }, member)
  }

  async setPrivate(member: Member, isPrivate: boolean): Promise<void> {
    await this.#send('/api/account/private', { private: isPrivate }, member)
  }

  async block(target: Member, member: Member): Promise<void> {
    await this.#send(`/api/users/block/${target._id}`, undefined, member)
  }

  async unblock(target: Member, member: Member): Promise<void> {
    await this.#send(`/api/users/unblock/${target._id}`, undefined, member)
  }

  async mute(target: Member, duration: 'hour' | 'day' | 'week' | 'always', member: Member): Promise<void> {
    await this.#send(`/api/users/mute/${target._id}`, { duration }, member)
  }

  /** Mutes a word, so that posts with it are collapsed. */
  async muteWord(phrase: string, member: Member): Promise<void> {
    await this.#send('/api/muted-words', { phrase, action: 'collapse', duration: 'always' }, member)
  }

  async followTag(tag: string, member: Member): Promise<void> {
    await this.#send(`/api/tags/${encodeURIComponent(tag)}/follow`, undefined, member)
  }

  /** Waits until a tag trends: the tags are counted once a minute. */
  async awaitTrending(tag: string): Promise<void> {
    const isTrending = async () => {
      const { tags } = (await (await this.#request.get('/api/trending-tags')).json()) as { tags: { name: string }[] }
      expect(tags.map(({ name }) => name)).toContain(tag)
    }
    await expect(isTrending).toPass({ intervals: [1_000] })
  }

  async report(post: Post, reporter: Member, text = ''): Promise<string> {
    const body = { kind: 'post', id: post._id, rule: 'spam', text }
    return ((await this.#send('/api/reports', body, reporter)) as { report: { _id: string } }).report._id
  }

  /** Takes actions for reports, as a moderator. */
  async decide(reports: readonly string[], actions: readonly string[], moderator: Member): Promise<void> {
    await this.#send('/api/moderation/decisions', { reports, actions, message: 'Please keep to the rules.' }, moderator)
  }

  async editInstallation(change: object, owner: Member): Promise<void> {
    await this.#send('/api/moderation/installation', change, owner)
  }

  async #send(path: string, body: unknown, member?: Member): Promise<unknown> {
    const response = await this.#request.post(path, {
      data: body,
      headers: { prefer: 'return=minimal', ...(member === undefined ? {} : { authorization: member.token }) },
    })
    expect(response.ok(), `${path} answered ${response.status()}: ${await response.text()}`).toBe(true)
    return response.json()
  }
}
