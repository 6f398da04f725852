import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The page of the built client, as far as previews use it. */
export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <!-- preview -->
    <title>Quack</title>
    <!-- /preview -->
    <script type="module" src="/assets/index-abc.js"></script>
  </head>
  <body><div id="root"></div></body>
</html>`

/** Writes what the server reads of the built client. @returns the directory */
export async function writePreviewPage(directory: string): Promise<string> {
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), PAGE)
  await writeFile(join(directory, 'preloads.json'), JSON.stringify({ '/post-detail/:postId': ['/assets/post-abc.js'] }))
  return directory
}

/** The meta elements of a page, by name or property. */
export function readMetas(page: string): Record<string, string> {
  const found = page.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)" \/>/g)
  return Object.fromEntries([...found].map(([, name = '', content = '']) => [name, content]))
}
