import { expect, test } from 'vitest'
import type { OutboxEntry, WritingWrite } from '../offline/outbox-entry.ts'
import { merge } from './entries.ts'

test('a changed entry keeps the files that its form shows, in their new places, and what of them is uploaded', () => {
  const [duck, goose, swan] = ['duck', 'goose', 'swan'].map((name) => new File([name], name))
  const entry = {
    ...{ id: 1, member: '#7', at: 1, state: 'waiting', revision: 0, kind: 'post', target: '', key: 'k' },
    body: { mediaUrl: '/media/1.webp', alt: 'A duck', furtherPictures: [{ url: '', alt: 'A goose' }] },
    file: duck,
    furtherFiles: [goose],
  } as unknown as OutboxEntry
  const furtherPictures = [
    { url: 'blob:http://quack/1', alt: 'A duck' },
    { url: '', alt: 'A swan' },
  ]
  const write = {
    ...{ kind: 'post', target: '', key: 'k' },
    body: { mediaUrl: 'blob:http://quack/2#1', alt: 'The goose', furtherPictures },
    furtherFiles: [undefined, swan],
  } as unknown as WritingWrite
  expect(merge(entry, write)).toMatchObject({
    body: {
      mediaUrl: '',
      alt: 'The goose',
      furtherPictures: [
        { url: '/media/1.webp', alt: 'A duck' },
        { url: '', alt: 'A swan' },
      ],
    },
    file: goose,
    furtherFiles: [duck, swan],
  })
  const rest = merge(entry, { ...write, furtherFiles: [], body: { mediaUrl: '', furtherPictures: [] } } as WritingWrite)
  expect(rest).not.toHaveProperty('file')
  expect(rest).not.toHaveProperty('furtherFiles')
})

test('an edit that waits keeps what it takes away when the post is edited again', () => {
  const entry = {
    ...{ id: 1, member: '#7', at: 1, state: 'waiting', revision: 0, kind: 'editPost', target: '1', key: '' },
    body: {
      content: 'Quack',
      mediaUrl: '/media/1.webp',
      warning: '',
      sensitive: false,
      furtherPictures: [],
      poll: null,
    },
    basedOn: { content: 'Quak', mediaUrl: '/media/1.webp', alt: '' },
  } as unknown as OutboxEntry
  const write = {
    ...{ kind: 'editPost', target: '1', key: '' },
    body: { content: 'Quack!', mediaUrl: '/media/1.webp', sensitive: true },
  } as unknown as WritingWrite
  expect(merge(entry, write)).toMatchObject({
    body: { content: 'Quack!', warning: '', sensitive: true, furtherPictures: [], poll: null },
  })
})
