import { expect, test } from 'bun:test'
import { lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { adminVariables, createCliFolder, logInAsAdmin } from '../support/cliFolder.ts'

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
