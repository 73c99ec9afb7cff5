import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { OperationalError, UsageError } from '../../base/errors.ts'
import { formatCount } from '../../base/words.ts'
import { addSettings } from '../../config/commandOptions.ts'
import type { Settings } from '../../config/settings.ts'
import { demoResetPath } from '../../http/paths.ts'
import { readAccounts } from '../../seeding/accounts/read.ts'
import { ProblemList } from '../../seeding/read/problems.ts'
import { FileText } from '../../seeding/read/text.ts'
import { readDemoTokens } from '../demoTokens.ts'
import { printLine } from '../output/write.ts'
import { demoPortFile, runningServerUrl } from '../portFile.ts'
import { readText } from '../readText.ts'

/** A reset takes milliseconds, and waits for the write before it. */
const responseTimeoutMs = 10_000

export const demoCommand = () =>
  new Command('demo').addCommand(
    addSettings(new Command('reset'), ['host', 'port', 'basePath', 'accounts', 'demoTokens'])
      .description('return a running demo to its first state, with the token of its admin')
      .action((options, command: Command) =>
        reset({ ...options, ...(command.getOptionValueSource('port') === 'default' && readPort(options)) }),
      ),
  )

type Options = Pick<Settings, 'host' | 'port' | 'basePath' | 'accounts' | 'demoTokens'>

/** The port that a demo has written, if there is one. */
const readPort = ({ accounts, demoTokens }: Options): { port: number } | undefined => {
  const tokenFile = accounts ?? demoTokens
  if (tokenFile === undefined) return
  const file = demoPortFile(tokenFile)
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN
  return Number.isInteger(port) ? { port } : undefined
}

const reset = async ({ host, port, basePath = '', accounts, demoTokens }: Options) => {
  const file = accounts ?? demoTokens
  if (file === undefined) throw new UsageError('Name the accounts file of the running demo: --accounts FILE')
  const admin = file === accounts ? await readAdminToken(file) : readDemoTokens(file).admin
  const url = runningServerUrl({ host, port })
  const response = await sendReset(`${url}${basePath}${demoResetPath}`, admin)
  if (response === undefined) throw new OperationalError(`Nothing answers at ${url}.`)
  const { status, retryAfter } = response
  if (status === 401)
    throw new OperationalError(
      `The server at ${url} does not know the token of ${file}. Start it with: serve --demo --accounts FILE`,
    )
  if (status === 404)
    throw new OperationalError(
      `The server at ${url} is not a demo, or its console is off. The signal SIGUSR2 resets a demo without a console.`,
    )
  if (status === 429)
    throw new OperationalError(
      `The demo was reset just now. Try again in ${formatCount(Number(retryAfter), 'seconds')}, or send it the signal SIGUSR2.`,
    )
  if (status !== 204) throw new OperationalError(`The demo was not reset: the server responded with ${status}.`)
  printLine('The demo was reset.')
}

/** The token of the first admin of an accounts file who has one. @throws OperationalError if there is none */
const readAdminToken = async (file: string): Promise<string> => {
  const entries = await readAccounts(new FileText(await readText(file)), dirname(file), new ProblemList())
  const admin = entries.find(({ isValid, account }) => isValid && account.role === 'admin' && account.token)
  if (admin?.account.token === undefined)
    throw new OperationalError(
      `${file} has no admin with a token. Give one a token, or send the demo the signal SIGUSR2, which needs none.`,
    )
  return admin.account.token
}

/** Returns the status of the response, and when to send the request again; undefined if there is no response. */
const sendReset = async (url: string, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  try {
    const response = await fetch(url, { method: 'POST', headers, signal: AbortSignal.timeout(responseTimeoutMs) })
    return { status: response.status, retryAfter: response.headers.get('retry-after') }
  } catch {
    return undefined
  }
}
