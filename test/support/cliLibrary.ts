import { Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type ServerProcess, serveBinary } from './binary.ts'
import { client } from './client.ts'
import { type Command, wordsOf } from './cliFolder.ts'
import { runCommand } from './commandRun.ts'
import { emptyFolder } from './folder.ts'
import { shared } from './shared/shared.ts'

export const secret = 'a long secret'

const secretHash = Bun.password.hashSync(secret, { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 })

/** The files of a library, as two commands have made it, but with hashes of a low cost, so that logins are quick. */
const createTemplate = async () => {
  using folder = emptyFolder()
  await runCommand(['user', 'add', 'admin@example.com', '--admin'], { cwd: folder.path, stdin: secret })
  await runCommand(['user', 'add', 'ada@example.com'], { cwd: folder.path, stdin: secret })
  const path = join(folder.path, 'data/music-library.db')
  using file = new Sqlite(path)
  file.query('UPDATE users SET password = ?').run(secretHash)
  file.close()
  const data = dirname(path)
  return readdirSync(data).map((name) => ({ name, content: readFileSync(join(data, name)) }))
}

let template: ReturnType<typeof createTemplate> | undefined

/** A folder with a library that has the admin `admin@example.com` and the user `ada@example.com`. */
export const createCliLibrary = async () => {
  template ??= createTemplate()
  const files = await template
  const folder = emptyFolder()
  const run = (command: Command, stdin = '') => runCommand(wordsOf(command), { cwd: folder.path, stdin })
  const path = join(folder.path, 'data/music-library.db')
  mkdirSync(dirname(path))
  for (const { name, content } of files) writeFileSync(join(dirname(path), name), content, { mode: 0o600 })
  const file = new Sqlite(path)
  file.run('PRAGMA busy_timeout = 5000')
  return {
    /** Runs a command with the folder as its working directory. */
    run,
    folder: folder.path,
    path,
    /** A connection to the file. */
    file,
    serve: (...args: string[]) => serveBinary(args, { cwd: folder.path }),
    [Symbol.dispose]: () => {
      file.close()
      folder[Symbol.dispose]()
    },
  }
}

/** Logs an account of `createCliLibrary` in. */
export const logIn = async ({ url }: ServerProcess, email = 'ada@example.com') => {
  const { body } = await client(url).post('/login', { email, password: secret })
  return client(url, body.token)
}

/** A folder with a library that has many labels, and the admin `admin@example.com`. No connection to it is open. */
export const createLargeCliLibrary = async () => {
  const library = await createCliLibrary()
  library.file.close()
  copyFileSync(await shared('largeLibrary'), library.path)
  await library.run('user add admin@example.com --admin', secret)
  return library
}
