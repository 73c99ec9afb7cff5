import { Database as Sqlite } from 'bun:sqlite'
import { join } from 'node:path'
import { runBinary, type ServerProcess, serveBinary } from './binary.ts'
import { client } from './client.ts'
import { emptyFolder } from './folder.ts'

export const secret = 'a long secret'

/** A folder with a library that has the admin `admin@example.com` and the user `ada@example.com`. */
export const createCliLibrary = async () => {
  const folder = emptyFolder()
  const run = (args: string[], stdin = '') => runBinary(args, { cwd: folder.path, stdin })
  await run(['user', 'add', 'admin@example.com', '--admin'], secret)
  await run(['user', 'add', 'ada@example.com'], secret)
  const path = join(folder.path, 'data/music-library.db')
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
