/**
 * Makes a fresh or changed clone ready, then runs a script on the project's Node: every script of package.json starts
 * here. It runs before the install, so it is plain JavaScript for any Node from 20 on and imports built-ins only.
 *
 *     node tools/prepare.mjs PURPOSE [FILE|PROGRAM [ARGUMENT…]]
 */
import { join } from 'node:path'
import { preparePackages } from './prepare/packages.mjs'
import { stop } from './prepare/repository.mjs'
import { become, runToEnd } from './prepare/run.mjs'
import { prepareWebClient } from './prepare/web-client.mjs'

/** What each purpose needs beyond the installed packages: the built client, the programs that tests use. */
const NEEDS = {
  /** Commands of an operator. They also run where only the shipped packages are installed. */
  admin: [],
  tool: [],
  start: ['web'],
  'server-tests': ['system'],
  test: ['web', 'system'],
}

const [purpose = '', script, ...args] = process.argv.slice(2)
if (!Object.hasOwn(NEEDS, purpose))
  stop(`Usage: node tools/prepare.mjs ${Object.keys(NEEDS).join('|')} [FILE|PROGRAM [ARGUMENT…]]`)

preparePackages({ isShippedEnough: purpose === 'admin' })
if (NEEDS[purpose].includes('web')) prepareWebClient()
if (NEEDS[purpose].includes('system')) runToEnd([join('testing', 'src', 'system.ts')])
if (script !== undefined) become(script, args)
