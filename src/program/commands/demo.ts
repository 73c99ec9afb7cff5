import { existsSync, readFileSync } from 'node:fs'
import { Command } from 'commander'
import { OperationalError, UsageError } from '../../base/errors.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { demoResetPath } from '../../http/paths.ts'
import { readDemoTokens } from '../demoTokens.ts'
import { printLine } from '../output/write.ts'
import { demoPortFile, runningServerUrl } from '../portFile.ts'

/** A reset takes milliseconds, and waits for the write before it. */
const responseTimeoutMs = 10_000

export const demoCommand = () =>
  new Command('demo').addCommand(
    addSettings(new Command('reset'), ['host', 'port', 'basePath', 'demoTokens'])
      .description('return a running demo to its first state, with the token of its admin')
      .action((options, command: Command) =>
        reset({ ...options, ...(command.getOptionValueSource('port') === 'default' && readPort(options)) }),
      ),
  )

type Options = Pick<Settings, 'host' | 'port' | 'basePath' | 'demoTokens'>

/** The port that a demo has written, if there is one. */
const readPort = ({ demoTokens }: Options): { port: number } | undefined => {
  if (demoTokens === undefined) return
  const file = demoPortFile(demoTokens)
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  return Number.isInteger(port) ? { port } : undefined
}

const reset = async ({ host, port, basePath = '', demoTokens: file }: Options) => {
  if (file === undefined) throw new UsageError('Name the file of the tokens of the running demo: --demo-tokens FILE')
  const { admin } = readDemoTokens(file)
  const url = runningServerUrl({ host, port })
  const status = await sendReset(`${url}${basePath}${demoResetPath}`, admin)
  if (status === undefined) throw new OperationalError(`Nothing answers at ${url}.`)
  if (status === 401)
    throw new OperationalError(
      `The server at ${url} does not know the token of ${file}. Start it with: serve --demo --demo-tokens FILE`,
    )
  if (status === 404)
    throw new OperationalError(
      `The server at ${url} is no demo, or its console is off. The signal SIGUSR2 resets a demo without a console.`,
    )
  if (status !== 204) throw new OperationalError(`The demo was not reset: the server responded with ${status}.`)
  printLine('The demo was reset.')
}

/** Returns the status of the response; undefined if there is none. */
const sendReset = async (url: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  try {
    return (await fetch(url, { method: 'POST', headers, signal: AbortSignal.timeout(responseTimeoutMs) })).status
  } catch {
    return undefined
  }
}
