import { Database as Sqlite } from 'bun:sqlite'
import { expect } from 'bun:test'
import { renameSync, statSync, writeFileSync } from 'node:fs'
import { migrations } from '../../../migrations/index.ts'
import { version } from '../../../package.json'
import { instantOf } from '../../../src/library/clock.ts'
import { openLibrary } from '../../../src/library/open.ts'
import { createHistory } from '../../../src/observability/history.ts'
import { executableCommands } from '../../support/commands.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { startTestLibrary } from '../../support/library.ts'

const path = '/../console/api/health'

test('the health has the version, the sizes, the counts and whether the library can be used', async (library) => {
  const { admin, file } = library
  await createFixtures(admin)
  const { size: bytes } = statSync(file)
  const { status, body } = await admin.get(path)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    version,
    library: { file, bytes, wal_bytes: statSync(`${file}-wal`).size, schema_version: migrations.length },
    records: { labels: 1, genres: 1, artists: 1, albums: 1, tracks: 1, users: 2 },
    readiness: { ready: true, message: null },
    history: { interval_ms: 10_000, points: [] },
  })
  expect(Math.abs(Date.now() - Date.parse(body.started_at))).toBeLessThan(60_000)
  expect(body.disk.free_bytes).toBeLessThan(body.disk.total_bytes)
  expect(body.memory.rss_bytes).toBeGreaterThan(10_000_000)

  renameSync(file, `${file}.moved`)
  writeFileSync(file, '')
  const message = 'The file of the library was deleted or replaced.'
  expect((await admin.get(path)).body.readiness).toEqual({ ready: false, message })
})

test('a library in memory has no sizes, and is not checked', async () => {
  await using library = await startTestLibrary({
    library: await openLibrary(':memory:'),
    commands: await executableCommands(),
  })
  const { body } = await library.admin.get(path)
  expect([body.library, body.disk]).toEqual([
    { engine: 'sqlite', file: ':memory:', bytes: null, wal_bytes: null, schema_version: migrations.length },
    null,
  ])
  expect((await library.admin.post(`${path}/checks`)).status).toBe(409)
})

test('a check finds what is wrong, with the settings of the server, which goes on; one runs at a time', async () => {
  await using library = await startTestLibrary({
    commands: await executableCommands(),
    auditMaxBytes: 2_097_152,
    backups: { folder: '/nowhere', everyMs: 86_400_000 },
  })
  const { admin, file } = library
  using sqlite = new Sqlite(file)
  sqlite.run('PRAGMA foreign_keys = OFF')
  sqlite.run("INSERT INTO likes (user_id, track_id, created_at) VALUES (1, 99, '2026-01-31T18:30:00.123456Z')")
  const responses = await Promise.all([1, 2].map(() => admin.post(`${path}/checks`)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  const [{ ok, findings }] = responses.filter(({ status }) => status === 200).map(({ body }) => body)
  expect(ok).toBe(false)
  expect(findings).toContainEqual({ what: 'audit', state: 'good', says: '0.0 of at most 2 MiB' })
  expect(findings).toContainEqual(
    expect.objectContaining({ what: 'backup', says: expect.stringContaining('/nowhere') }),
  )
  const says = expect.stringContaining('refer to records that are not there')
  expect(findings).toContainEqual({ what: 'health', state: 'wrong', says })
  expect((await admin.get('/tracks')).status).toBe(200)
})

const request = new Request('http://localhost/')

test('the history counts requests and errors, and has their times', () => {
  let time = 1_000
  const history = createHistory(() => time)
  const respond = (status: number, ms: number) => history.onResponse(request, new Response(null, { status }), ms / 1000)
  for (let ms = 1; ms <= 100; ms++) respond(200, ms)
  respond(503, 200)
  expect(history.points()).toEqual([])
  history.endInterval()
  time = 2_000
  history.endInterval()
  // Times beyond the bounds of the histogram are counted.
  for (const ms of [0, 0.001, 1e9]) respond(200, ms)
  history.endInterval()
  history.stop()
  const [busy, idle, extreme] = history.points()
  expect(extreme).toMatchObject({ requests: 3, max_ms: 1e9 })
  expect(extreme?.p50_ms).toBeWithin(0, 0.06)
  expect(busy).toMatchObject({ at: instantOf(1_000), requests: 101, errors: 1, max_ms: 200 })
  // A bound of the histogram is at most 19 % above the time.
  expect(busy?.p50_ms).toBeWithin(51, 61)
  expect(busy?.p95_ms).toBeWithin(96, 115)
  expect(idle).toMatchObject({ at: instantOf(2_000), requests: 0, errors: 0, p50_ms: null, p95_ms: null, max_ms: null })
})

test('the history has an hour, and no more', () => {
  let time = 0
  const history = createHistory(() => time++)
  for (let n = 0; n < 400; n++) history.endInterval()
  history.stop()
  const points = history.points()
  expect(points).toHaveLength(360)
  expect(points.map(({ at }) => at)).toEqual(points.map((_, n) => instantOf(n + 40)))
})
