import { expect, test } from 'bun:test'
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { runBinary } from '../support/binary.ts'
import { adminVariables, createCliFolder, logInAsAdmin } from '../support/cliFolder.ts'
import { amount } from '../support/longForm.ts'

test('a catalogue is exported to standard output or to a file, and the export can be seeded', async () => {
  using folder = createCliFolder()
  const { run } = folder
  await run('seed --sample --new')
  const { out, code, err } = await run('export')
  expect([code, err]).toEqual([0, ''])
  expect(await run('export catalogue.json')).toMatchObject({
    code: 0,
    out: 'Wrote 332 records to catalogue.json.\n',
  })
  expect(readFileSync(folder.pathOf('catalogue.json'), 'utf8')).toBe(out)
  expect((await run('seed catalogue.json --prune')).out).toMatch(/tracks +0 created, 0 updated, 229 unchanged/)
  expect((await run('seed catalogue.json --database other.db')).code).toBe(0)
  expect((await run('export --database other.db')).out).toBe(out)
  expect(folder.list()).toEqual(['catalogue.json', 'data', 'other.db', 'other.db.lock'])
})

test('records with the same name get keys, which --keep-keys stores in the library', async () => {
  using folder = createCliFolder()
  const { run } = folder
  await using server = await folder.serve('', adminVariables)
  const admin = await logInAsAdmin(server)
  for (const label_id of [1, 2]) {
    await admin.post('/labels', { name: 'Nirvana' })
    await admin.post('/artists', { name: `artist of ${label_id}`, label_id })
  }
  const before = (await admin.get('/artists')).text

  const exported = await run('export catalogue.json')
  expect(exported).toMatchObject({ code: 0, err: expect.stringContaining("2 records can't be told apart") })
  expect(readFileSync(folder.pathOf('catalogue.json'), 'utf8')).toContain('{ "key": "Nirvana #1", "name": "Nirvana" }')
  expect((await run('seed catalogue.json')).err).toContain('ids 1, 2')
  // The keys are stored before the file is written.
  expect(await run('export nowhere/catalogue.json --keep-keys')).toMatchObject({ code: 1 })
  expect((await run('export')).out).toBe(readFileSync(folder.pathOf('catalogue.json'), 'utf8'))
  expect((await run('seed catalogue.json')).out).toMatch(/labels +0 created, 0 updated, 2 unchanged/)
  expect(await run('export catalogue.json --keep-keys')).toMatchObject({ code: 0, err: '' })
  expect((await run('seed catalogue.json')).out).toMatch(/labels +0 created, 0 updated, 2 unchanged/)
  expect((await admin.get('/artists')).text).toBe(before)
})

test('schema prints the JSON Schema of a file', async () => {
  using folder = createCliFolder()
  const propertiesOf = async (command: string) => JSON.parse((await folder.run(command)).out).properties
  expect(await propertiesOf('schema')).toMatchObject({
    tracks: { items: { else: { required: ['title', 'file_path'] } } },
  })
  expect(await propertiesOf('schema accounts')).toMatchObject({ accounts: { items: { required: ['email'] } } })
})

test('a running server responds while a large file is seeded, and never shows a part of it', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('', adminVariables)
  const admin = await logInAsAdmin(server)
  const count = amount(10_000, 100_000)
  const labels = Array.from({ length: count }, (_, at) => ({ name: `Label ${at}` }))
  folder.write('catalogue.json', { labels })

  let seeding = true
  const seeded = runBinary(['seed', 'catalogue.json'], { cwd: folder.path }).then((result) => {
    seeding = false
    return result
  })
  let responses = 0
  let writes = Promise.resolve(0)
  while (seeding && responses < 10_000) {
    const { status, body } = await admin.get('/labels')
    expect(status).toBe(200)
    // The transaction makes all of them visible at once.
    expect([0, count]).toContain(body.filter(({ name }: { name: string }) => name !== 'mine').length)
    if (responses++ === 5) writes = admin.post('/labels', { name: 'mine' }).then(({ status }) => status)
  }
  expect((await seeded).code).toBe(0)
  expect(responses).toBeGreaterThan(5)
  expect((await admin.get('/labels')).body.length).toBeGreaterThanOrEqual(count)
  // The write waits until the other process has committed.
  expect(await writes).toBe(201)
})

test('an export follows a link and keeps the permissions of a file', async () => {
  using folder = createCliFolder()
  const { run } = folder
  await run('seed --sample --new')
  writeFileSync(folder.pathOf('real.json'), '', { mode: 0o640 })
  symlinkSync('real.json', folder.pathOf('link.json'))
  expect((await run('export link.json')).code).toBe(0)
  expect(lstatSync(folder.pathOf('link.json')).isSymbolicLink()).toBe(true)
  expect(statSync(folder.pathOf('real.json')).mode & 0o777).toBe(0o640)
  expect(readFileSync(folder.pathOf('real.json'), 'utf8')).toBe((await run('export -')).out)
  expect(await run('export nowhere/x.json --keep-keys')).toMatchObject({ code: 1, out: '' })
  expect(folder.list()).toEqual(['data', 'link.json', 'real.json'])
})

test('a server writes while an export with --keep-keys waits for the reader of a pipe', async () => {
  using folder = createCliFolder()
  await using server = await folder.serve('', adminVariables)
  // More than a pipe holds, with two records of one name.
  const labels = Array.from({ length: 3_000 }, (_, at) => ({ name: `${at} `.padEnd(100, 'x') }))
  const twins = [1, 2].map((key) => ({ key: `${key}`, name: 'Nirvana' }))
  folder.write('catalogue.json', { labels: [...labels, ...twins] })
  expect((await folder.run('seed catalogue.json --quiet')).code).toBe(0)
  const admin = await logInAsAdmin(server)

  Bun.spawnSync(['mkfifo', 'pipe'], { cwd: folder.path })
  const reader = openSync(folder.pathOf('pipe'), constants.O_RDONLY | constants.O_NONBLOCK)
  const exported = runBinary(['export', 'pipe', '--keep-keys'], { cwd: folder.path })
  const read = (buffer: Buffer) => {
    try {
      return readSync(reader, buffer)
    } catch {
      // EAGAIN: nothing has been written.
      return 0
    }
  }
  while (read(Buffer.alloc(1)) === 0) await Bun.sleep(5)
  // The export can't end before the pipe is read.
  expect((await admin.post('/labels', { name: 'mine' })).status).toBe(201)
  let ended = false
  const result = exported.finally(() => {
    ended = true
  })
  while (!ended) if (read(Buffer.alloc(65_536)) === 0) await Bun.sleep(5)
  closeSync(reader)
  expect((await result).code).toBe(0)
})
