import type { Random } from '@quack/testing/random'
import { sql } from 'kysely'
import { isIn } from '../../src/database/in-list.ts'
import type { PostId } from '../../src/database/schema.ts'
import { MINIMAL } from '../client.ts'
import type { ModelMember, ModelPost } from './model.ts'
import { randomWord } from './texts.ts'
import { clientOf, NAMES, randomPost, type World } from './world.ts'

/** A random write of a member. */
export async function writeOnce(world: World, random: Random): Promise<void> {
  const { model } = world
  const kind = random.int(8)
  if (kind < 2) return addPost(world, random)
  const post = random.chance(0.5) ? model.posts[random.int(50)] : random.pick(model.posts)
  if (!post) return
  if (kind < 5) await editPost(world, random, post)
  else if (kind === 5) await deletePost(world, post)
  else await toggle(world, random, model.member(random.pick(NAMES)), post)
}

async function addPost(world: World, random: Random): Promise<void> {
  const { author, content, mediaType, lang } = randomPost(random, 0)
  const media = mediaType === '' ? {} : { mediaUrl: 'https://example.com/a', type: mediaType }
  const body = { postData: { content, lang, ...media } }
  const { post } = await clientOf(world, author).call('POST /api/posts', { body, headers: MINIMAL })
  world.model.add({ id: Number(post?._id), author, content, alt: '', mediaType, lang, isHidden: false })
}

/** Through the API the text alone; by its row, the description and the medium too. */
async function editPost({ installation: { db }, ...world }: World, random: Random, post: ModelPost): Promise<void> {
  const { content, alt, mediaType, lang } = randomPost(random, post.id)
  if (random.chance(0.5) && !post.isHidden) {
    const client = world.clients.get(post.author)
    const [params, body] = [{ postId: String(post.id) }, { postData: { content, lang } }]
    await client?.call('POST /api/posts/edit/:postId', { params, body, headers: MINIMAL })
    Object.assign(post, { content, lang })
    return
  }
  Object.assign(post, { content, alt, mediaType, lang })
  await db.write((transaction) =>
    transaction
      .updateTable('posts')
      .set({
        content,
        alt,
        lang: lang || null,
        media_type: mediaType,
        media_url: mediaType === '' ? '' : 'https://example.com/b',
      })
      .where('id', '=', post.id as PostId)
      .execute(),
  )
}

/** More changes than a step of a search reads. */
const MANY = 600

/** Adds a word to neighbouring posts. */
export async function editMany(world: World, random: Random): Promise<void> {
  const { installation, model } = world
  const posts = model.posts.slice(random.int(model.posts.length)).slice(0, MANY)
  world.newWord = randomWord(random)
  const word = ` ${world.newWord}`
  for (const post of posts) post.content += word
  const ids = posts.map(({ id }) => id as PostId)
  await installation.db.write((transaction) =>
    transaction
      .updateTable('posts')
      .set({ content: sql<string>`content || ${word}` })
      .where(isIn(transaction, 'id', ids))
      .execute(),
  )
}

async function deletePost(world: World, post: ModelPost): Promise<void> {
  const params = { postId: String(post.id) }
  await clientOf(world, post.author).call('DELETE /api/posts/:postId', { params, headers: MINIMAL })
  world.model.remove(post.id)
}

async function toggle(world: World, random: Random, by: ModelMember, post: ModelPost): Promise<void> {
  const isSeen = !post.isHidden && !world.model.isBlocked(by.name, post.author)
  const author = world.model.member(post.author)
  if (!isSeen || (author.isPrivate && by !== author && !by.follows.has(author.name))) return
  const client = clientOf(world, by.name)
  const params = { id: String(post.id) }
  if (random.chance(0.5)) {
    if (by.bookmarks.has(post.id)) await client.call('POST /api/users/remove-bookmark/:id', { params })
    else await client.call('POST /api/users/bookmark/:id', { params })
    if (!by.bookmarks.delete(post.id)) by.bookmarks.add(post.id)
  } else if (!by.likes.has(post.id)) {
    await client.call('POST /api/posts/like/:postId', { params: { postId: params.id }, headers: MINIMAL })
    by.likes.add(post.id)
  }
}
