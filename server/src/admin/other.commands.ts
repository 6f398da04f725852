import { getPostId } from '../features/posts/post-ids.ts'
import { removeAnyPost } from '../features/posts/posts.service.ts'
import { requestIndexing } from '../features/search/search-index.ts'
import { countAll } from './admin.queries.ts'
import type { Command } from './command.ts'

export const OTHER_COMMANDS: readonly Command[] = [
  {
    name: 'remove-post',
    args: ['ID'],
    options: {},
    summary: 'removes a post with its comments, votes, likes and bookmarks',
    help: { ID: 'the id in the address of the post, or its _id' },
    async run({ db, args: [text = ''] }) {
      await removeAnyPost(db, await getPostId(db.read, text))
      return `The post ${text} is removed.`
    },
  },
  {
    name: 'statistics',
    args: [],
    options: { json: { type: 'boolean', default: false } },
    summary: 'prints the number of members, posts and other rows',
    help: { '--json': 'prints JSON' },
    async run({ db, options }) {
      const counts = await countAll(db.read)
      if (options.json === true) return JSON.stringify(counts)
      return Object.entries(counts)
        .map(([name, count]) => `${name.padEnd(12)}${count}`)
        .join('\n')
    },
  },
  {
    name: 'reindex',
    args: [],
    options: {},
    summary: 'has the server index all posts and members for search again',
    help: {},
    async run({ db }) {
      await requestIndexing(db)
      return 'The server indexes all posts and members again, in the background.'
    },
  },
]
