import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import type { ServerProcess } from '../support/binary.ts'
import { adminVariables, createCliFolder, failure } from '../support/cliFolder.ts'

// The file of a library is damaged while no server has it open, as by a disk or by a crash of the machine.

const sentence = 'The file of the library is damaged. Stop the server, and restore a backup.'

/** A library whose last process has closed it. Its `damage` overwrites the first page of a table that no start reads. */
const createLibrary = async () => {
  const folder = createCliFolder()
  expect((await folder.run('seed --sample --new')).code).toBe(0)
  const path = folder.pathOf('data/music-library.db')
  const file = new Sqlite(path)
  const table = file.query<{ page: number }, []>(
    "SELECT rootpage AS page FROM sqlite_schema WHERE name = 'genre_track'",
  )
  const end = (table.get()?.page ?? 0) * pageSize
  file.close(true)
  const damage = () => writeFileSync(path, readFileSync(path).fill(0xaa, end - pageSize, end))
  return { ...folder, path, damage }
}

const pageSize = 4096

const readReadiness = async ({ url }: ServerProcess) => {
  const response = await fetch(url.replace(/\/api$/, '/readyz'))
  return { status: response.status, body: await response.json() }
}

const errorsIn = (output: string) => output.split('\n').filter((line) => line.includes('ERR'))

test('no command opens a damaged library, and after a kill no start serves it', async () => {
  using library = await createLibrary()
  {
    await using server = await library.serve('', adminVariables)
    await server.kill()
  }
  library.damage()
  const refused = failure(`${library.path} is damaged. Restore it from a backup.`)
  for (const command of ['serve --port 0', 'user list', 'serve --port 0'])
    expect(await library.run(command)).toEqual(refused)
})

test('after a clean stop a damaged library is found while it is served, and not served again until it is restored', async () => {
  using library = await createLibrary()
  await library.run('backup good.db')
  library.damage()
  await using server = await library.serve()
  await server.waitForOutput(sentence)
  expect(await readReadiness(server)).toEqual({ status: 503, body: { status: 'not ready', message: sentence } })
  const { code, out } = await server.stop()
  expect(code).toBe(0)
  expect(errorsIn(out)).toEqual([expect.stringContaining(`The library cannot be used. ${sentence}`)])
  expect(await library.run('serve --port 0')).toEqual(failure(`${library.path} is damaged. Restore it from a backup.`))
  expect((await library.run('restore good.db')).code).toBe(0)
  await using restored = await library.serve()
  expect(await readReadiness(restored)).toEqual({ status: 200, body: { status: 'ready' } })
})

test('a damaged library is found on a server that is never idle', async () => {
  using library = await createLibrary()
  library.damage()
  await using server = await library.serve()
  // Its body does not arrive, so this request stays in flight.
  const { readable } = new TransformStream()
  const unfinished = fetch(`${server.url}/login`, { method: 'POST', body: readable }).catch(() => undefined)
  await server.waitForOutput(sentence)
  await server.kill()
  await unfinished
})
