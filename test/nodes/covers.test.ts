import { expect } from 'bun:test'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer } from '../../src/app/server.ts'
import { openLibrary } from '../../src/library/open.ts'
import { png } from '../console/covers/pictures.ts'
import { client } from '../support/client.ts'
import { sendToConsole } from '../support/consoleApi.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresTest } from '../support/programs.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { startCluster } from './cluster.ts'
import type { StartServer } from './node.ts'

const startWith =
  (covers?: string): StartServer =>
  async (databaseUrl) => {
    const library = await openLibrary(databaseUrl)
    const server = await startServer({ host: '127.0.0.1', port: 0, quietMs: 0, library, covers })
    const kill = async () => {
      await server.stop()
      await library.close()
    }
    return { origin: server.origin, kill }
  }

const files = ['copied.png', 'other.png', 'one.png']

postgresTest('each node has a folder of its own, and accepts the keys of the others', async () => {
  await using cluster = await startCluster(await sharedPostgres(), startWith())
  using folder = emptyFolder()
  await using started = new AsyncDisposableStack()
  const origins: string[] = []
  for (const name of ['a', 'b']) {
    const path = join(folder.path, name)
    mkdirSync(path)
    for (const file of name === 'a' ? files : files.slice(0, 2)) {
      writeFileSync(join(path, file), png(file === 'other.png' && name === 'b' ? 300 : 20, 10))
      // A copy of a file has its time.
      utimesSync(join(path, file), 1, 1)
    }
    const { origin, kill } = await startWith(path)(cluster.databaseUrl)
    started.defer(kill)
    origins.push(origin)
  }
  const [admin, other] = origins.map((origin) => client(`${origin}/api`, cluster.adminToken))
  if (!admin || !other) return expect.unreachable()
  const ids: number[] = []
  for (const cover_path of files) ids.push((await admin.post('/albums', { title: 'Album', cover_path })).body.id)
  const readUrls = async (caller: typeof admin): Promise<(string | null)[]> => {
    const { body } = await sendToConsole(caller, 'GET', `/summaries/albums?ids=${ids}`)
    return body.map(({ cover }: { cover: string | null }) => cover)
  }
  const statusOf = async (origin: string, url: string | null) => url && (await fetch(new URL(url, origin))).status
  const readStatuses = async (urls: (string | null)[]) =>
    Promise.all(origins.map((origin) => Promise.all(urls.map((url) => statusOf(origin, url)))))
  const [ofFirst, ofOther] = [await readUrls(admin), await readUrls(other)]
  // A browser that comes from the one to the other has the picture already, also after a commit.
  await other.post('/labels', { name: 'Verve' })
  expect([ofOther[0], (await readUrls(admin))[0]]).toEqual([ofFirst[0] ?? '', ofFirst[0] ?? ''])
  expect(ofOther[1]).not.toBe(ofFirst[1] ?? '')
  expect([await readStatuses(ofFirst), await readStatuses(ofOther)]).toEqual([
    [
      [200, 200, 200],
      [200, 200, 404],
    ],
    [
      [200, 200, null],
      [200, 200, null],
    ],
  ])
})
