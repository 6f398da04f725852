import { runCommand } from './run-command.ts'

/** The admin command line, `npm run quack -- …`. */
const { code, output } = await runCommand(process.argv.slice(2), process.env)
const stream = code === 0 ? process.stdout : process.stderr
stream.write(`${output}\n`)
process.exitCode = code
