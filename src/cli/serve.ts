import { Command } from 'commander'
import { makeFirstAdmin } from '../access/user/admin.ts'
import { countAdmins } from '../access/user/store.ts'
import { createApp } from '../app.ts'
import { type FirstAdmin, options, readFirstAdmin } from '../config.ts'
import { countRecords } from '../database/counts.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { Failure } from '../faults.ts'
import { invocation } from './invocation.ts'

interface Options {
  host: string
  port: number
  database: string
  maxBody: number
}

export const serveCommand = () =>
  new Command('serve')
    .description('serve the API (the default)')
    .addOption(options.host())
    .addOption(options.port())
    .addOption(options.database())
    .addOption(options.maxBody())
    .addHelpText(
      'after',
      `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) makes that admin when nobody has the address.
SIGINT or SIGTERM finishes what is under way and closes the library.`,
    )
    .action(serve)

type Server = ReturnType<typeof listen>

/** How long requests may take to finish once the program was told to stop, in milliseconds. */
const grace = 10_000

const serve = async (given: Options) => {
  const admin = readFirstAdmin()
  const database = await openDatabase(given.database)
  try {
    const server = await start(database, given, admin)
    await stopSignal()
    await finish(server)
  } finally {
    await database.close()
  }
  console.log('Stopped.')
}

/** Takes no new connections, waits for the answers that are under way, and then drops what clients keep open. */
const finish = async (server: Server) => {
  server.stop()
  const deadline = performance.now() + grace
  while (server.pendingRequests > 0 && performance.now() < deadline) await Bun.sleep(5)
  await server.stop(true)
}

const start = async (database: Database, { host, port, maxBody }: Options, admin: FirstAdmin | undefined) => {
  const made = admin && (await makeFirstAdmin(database, admin))
  const app = createApp({ database, maxBodyBytes: maxBody })
  const server = listen(host, port, app.fetch)
  console.log(`Listening on ${server.url.origin}/api`)
  console.log(`Library: ${database.file}${database.created ? ' (new)' : ''}: ${await summary(database)}`)
  if (made) console.log(`Made the admin ${admin.email}.`)
  if ((await countAdmins(database.read)) === 0) console.log(howToMakeAnAdmin(database))
  return server
}

const listen = (hostname: string, port: number, fetch: (request: Request) => Response | Promise<Response>) => {
  try {
    // The limit that is configured is kept by the API, in the contract's shape and after it knows who asks.
    return Bun.serve({ hostname, port, fetch, maxRequestBodySize: Number.MAX_SAFE_INTEGER })
  } catch (error) {
    const inUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (inUse)
      throw new Failure(`Port ${port} on ${hostname} is in use. Choose another with --port, or 0 for a free one.`)
    throw new Failure(`Can't listen on ${hostname} port ${port}. Choose another with --host and --port.`)
  }
}

const summary = async ({ read }: Database) =>
  Object.entries(await countRecords(read))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')

const howToMakeAnAdmin = ({ file }: Database) =>
  file === ':memory:'
    ? 'There is no admin. Start with ADMIN_EMAIL and ADMIN_PASSWORD_FILE set to have one.'
    : `There is no admin yet. Make one with: ${invocation} user add you@example.com --admin --database ${quoted(file)}`

const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`)

/** Resolves at the first SIGINT or SIGTERM; a second one ends the program at once. */
const stopSignal = () =>
  new Promise<void>((resolve) => {
    let asked = false
    const stop = () => {
      if (asked) process.exit(1)
      asked = true
      console.log('Stopping.')
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
