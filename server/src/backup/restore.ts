import { restore } from './restore.service.ts'
import { runTool } from './run.ts'

/** `npm run admin:restore -- --from DIRECTORY`: restores a backup into an empty installation. */
await runTool('restore', 'from', async (config, directory) => {
  const { media, manifest } = await restore(config, directory)
  return `The installation of ${manifest.createdAt} is restored, with ${media} media files. You can start Quack.`
})
