import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import type { KeyPages } from './key-pages.ts'
import { queryClient } from './query-client.ts'
import { useKeyList } from './use-key-list.ts'

const KEY = ['posts', 'test']
const DATA: KeyPages = {
  pages: [
    { keys: ['a', 'b'], nextCursor: 'more' },
    { keys: ['c'], nextCursor: null },
  ],
  pageParams: [undefined, 'more'],
}

function Keys() {
  return useKeyList({ queryKey: KEY, fetchPage: () => Promise.reject(new Error('no')) }).keys?.join()
}

// On a server, React renders and runs no effect.
test('rendering a list that begins anew leaves what is loaded as it was', () => {
  onTestFinished(() => queryClient.clear())
  queryClient.setQueryData(KEY, DATA)
  const list = createElement(MemoryRouter, null, createElement(Keys))
  expect(renderToString(createElement(QueryClientProvider, { client: queryClient }, list))).toBe('a,b,c')
  expect(queryClient.getQueryData(KEY)).toBe(DATA)
})
