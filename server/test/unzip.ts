import { text } from 'node:stream/consumers'
import yauzl from 'yauzl'

/** The files of a ZIP archive by name, as text. */
export function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(archive, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('entry', (entry: yauzl.Entry) => {
        zip.openReadStream(entry, async (problem, stream) => {
          if (problem) return reject(problem)
          files.set(entry.fileName, await text(stream))
          zip.readEntry()
        })
      })
      zip.once('end', () => resolve(files)).once('error', reject)
      zip.readEntry()
    })
  })
}
