import { Command } from 'commander'
import { makeFirstAdmin } from '../access/user/admin.ts'
import { countAdmins } from '../access/user/store.ts'
import { options, readFirstAdmin } from '../config.ts'
import { countRecords } from '../database/counts.ts'
import { type Database, openDatabase } from '../database/open.ts'
import { sampleCatalogue } from '../seeding/sample.ts'
import { seed } from '../seeding/seed.ts'
import { startServer } from '../server.ts'
import { invocation } from './invocation.ts'

interface Options {
  host: string
  port: number
  database: string
  maxBody: number
  sample?: true
}

export const serveCommand = () =>
  new Command('serve')
    .description('serve the API (the default)')
    .addOption(options.host())
    .addOption(options.port())
    .addOption(options.database())
    .addOption(options.maxBody())
    .option('--sample', 'seed the sample catalogue first')
    .addHelpText(
      'after',
      `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) makes that admin when nobody has the address.
SIGINT or SIGTERM finishes what is under way and closes the library.`,
    )
    .action(serve)

const serve = async ({ host, port, database: url, maxBody, sample }: Options) => {
  const admin = readFirstAdmin()
  // Listened for from the start: a signal may come before everything is open.
  const told = stopSignal()
  const database = await openDatabase(url)
  try {
    const made = admin && (await makeFirstAdmin(database, admin))
    if (sample) await seed(database, sampleCatalogue())
    const server = startServer({ database, host, port, maxBodyBytes: maxBody })
    console.log(`Listening on ${server.origin}/api`)
    console.log(`Library: ${database.file}${database.created ? ' (new)' : ''}: ${await summary(database)}`)
    if (made) console.log(`Made the admin ${admin.email}.`)
    if ((await countAdmins(database.read)) === 0) console.log(howToMakeAnAdmin(database))
    await told
    await server.stop()
  } finally {
    await database.close()
  }
  console.log('Stopped.')
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
