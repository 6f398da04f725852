import { readFile } from 'node:fs/promises'
import { backUp } from './backup.service.ts'
import { runTool } from './run.ts'

/** `npm run admin:backup -- --to DIRECTORY`: a consistent copy of an installation, which may be running. */
await runTool('backup', 'to', async (config, directory) => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const { media, lost } = await backUp(config, directory, version)
  const lines = [`The backup in ${directory} contains the database and ${media} media files.`]
  if (config.secretKey !== null) lines.push('It does not contain SECRET_KEY. Please keep a copy of it.')
  if (lost.length > 0) lines.push(`Media files that the database references but that are missing: ${lost.join(', ')}`)
  return lines.join('\n')
})
