import { readFile } from 'node:fs/promises'
import { backUp } from './backup.service.ts'
import { runTool } from './run.ts'

/** `npm run admin:backup -- --to DIRECTORY`: a consistent copy of an installation, which may be running. */
await runTool('backup', 'to', async (config, directory) => {
  const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'))
  const { media, lost } = await backUp(config, directory, version)
  const lines = [`The backup in ${directory} holds the database and ${media} files of media.`]
  if (config.secretKey !== null) lines.push('SECRET_KEY is yours to keep: it is not in it.')
  if (lost.length > 0) lines.push(`Missing media, named by the database: ${lost.join(', ')}`)
  return lines.join('\n')
})
