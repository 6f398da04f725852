import type { EntryWith, PostBody } from './outbox-entry.ts'

/** The files of a post that waits, and where their addresses are in what is sent. For pages and the service worker. */

type WithFiles = Pick<EntryWith<unknown>, 'file' | 'furtherFiles' | 'body'>

/** By the place of their pictures. */
export function filesOf({ file, furtherFiles = [] }: Pick<WithFiles, 'file' | 'furtherFiles'>): (File | undefined)[] {
  return [file, ...furtherFiles]
}

/** The parts of an entry that keep these files. */
export function withFiles([file, ...furtherFiles]: readonly (File | undefined)[]): Pick<
  WithFiles,
  'file' | 'furtherFiles'
> {
  return { ...(file && { file }), ...(furtherFiles.some(Boolean) && { furtherFiles }) }
}

/** The addresses of what is attached, by place. Empty: its file is not uploaded yet, or nothing is attached. */
export function addressesOf({ mediaUrl = '', furtherPictures = [] }: PostBody): string[] {
  return [mediaUrl, ...furtherPictures.map(({ url }) => url)]
}

/** What is sent, with this address in a place. */
export function withAddress(body: PostBody, place: number, url: string, type = body.type): PostBody {
  if (place === 0) return { ...body, mediaUrl: url, ...(type !== undefined && { type }) }
  const { furtherPictures = [] } = body
  return {
    ...body,
    furtherPictures: furtherPictures.map((each, index) => (index === place - 1 ? { ...each, url } : each)),
  }
}

/** The first file that is not uploaded yet, and its place. */
export function nextFile(entry: WithFiles): { file: File; place: number } | undefined {
  const files = filesOf(entry)
  if (!files.some(Boolean)) return undefined
  const addresses = addressesOf(entry.body as PostBody)
  const place = files.findIndex((file, index) => file && !addresses[index])
  const file = files[place]
  return file && { file, place }
}
