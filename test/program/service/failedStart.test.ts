import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { binary } from '../../support/binary.ts'
import { maxMs } from '../../support/bounds.ts'
import { createCliFolder, failure } from '../../support/cliFolder.ts'
import { programPath } from '../../support/packages.ts'
import { programTest } from '../../support/programs.ts'

const takenPort = () => Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() })

test.each([
  ['port', '--port'],
  ['metrics port', '--port 0 --metrics-port'],
])('serve on a %s that is in use leaves no library, no lock file and no folder', async (_, flags) => {
  using folder = createCliFolder()
  using other = takenPort()
  expect(await folder.run(`serve ${flags} ${other.port} --sample --backup-every 1h --port-file port`)).toEqual(
    failure(`Port ${other.port} on 127.0.0.1 is in use. Choose another one, or 0 for a free one.`),
  )
  expect(folder.list()).toEqual([])
})

/** The command before one that must not have the right to use ports below 1024. Others than root do not have it. */
const withoutRight = () =>
  process.getuid?.() === 0 ? [programPath('setpriv'), '--bounding-set=-net_bind_service'] : []

/** The first port that needs no right. In many containers it is 0; other systems than Linux are left out. */
const firstFreePort =
  process.platform === 'linux' ? Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) : 0

const portTest = firstFreePort < 1024 ? test.skip : process.getuid?.() === 0 ? programTest('setpriv') : test

portTest('a port that needs a right is an error that names the ways to use it', async () => {
  using folder = createCliFolder()
  const child = Bun.spawn([...withoutRight(), await binary(), 'serve', '--port', '1023'], {
    cwd: folder.path,
    stderr: 'pipe',
    timeout: maxMs(30_000),
  })
  expect([await child.stderr.text(), await child.exited]).toEqual([
    'music-library: This user may not listen on port 1023: ports below 1024 need a right. Choose a port from 1024 on, with a proxy in front of it. Or give the right: AmbientCapabilities=CAP_NET_BIND_SERVICE in a systemd unit, or setcap cap_net_bind_service=+ep on the executable.\n',
    1,
  ])
  expect(folder.list()).toEqual([])
})

test('what fails once a server listens ends it: a port file that cannot be written, and records that cannot be counted', async () => {
  using folder = createCliFolder()
  expect((await folder.run('seed --sample --quiet --database library.db')).code).toBe(0)
  expect(await folder.run('serve --port 0 --database library.db --port-file missing/port')).toMatchObject({
    code: 1,
    err: `music-library: The port file missing/port can't be written. There is no folder ${folder.pathOf('missing')}. Make it, or mount the disk that it is on.\n`,
  })
  using library = new Sqlite(folder.pathOf('library.db'))
  library.run('DROP TABLE labels')
  library.close()
  const { code, err } = await folder.run('serve --port 0 --database library.db')
  expect(code).toBe(1)
  expect(err).toMatch(/^music-library: .+\n$/)
})

test('a folder for backups that cannot be used is logged, and the server goes on', async () => {
  using folder = createCliFolder({ file: '' })
  await using server = await folder.serve('--backup-every 1h --backup-dir file/backups')
  await server.waitForOutput('The backup failed.')
  const { code, out } = await server.stop()
  expect(code).toBe(0)
  expect(out).toContain('part of its path is a file')
})
