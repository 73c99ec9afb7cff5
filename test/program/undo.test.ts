import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectFailure } from '../support/cliFolder.ts'
import { createCliLibrary, logIn } from '../support/cliLibrary.ts'

test('undo brings a record back while the server runs, and names what speaks against it', async () => {
  using library = await createCliLibrary()
  await using server = await library.serve()
  const admin = await logIn(server, 'admin@example.com')
  await admin.post('/labels', { name: 'Verve' })
  await admin.put('/labels/1', { name: 'Impulse' })
  await admin.delete('/labels/1')
  const [creation, , deletion]: number[] = JSON.parse((await library.run('audit --record labels --json')).out).map(
    ({ id }: { id: number }) => id,
  )
  const dry = await library.run(`undo ${deletion} --dry-run`)
  expect(dry).toEqual({
    code: 0,
    out: `labels/1 would come back\n    name: nothing → "Impulse"\nUndoing entry ${deletion} brings 1 record back. Nothing was changed.\n`,
    err: '',
  })
  expect((await admin.get('/labels')).body).toEqual([])
  expect((await library.run(`undo ${deletion}`)).out).toEndWith(
    `Entry ${deletion} is undone: this brings 1 record back.\n`,
  )
  expect((await admin.get('/labels/1')).body.name).toBe('Impulse')
  expectFailure(
    await library.run(`undo ${creation}`),
    1,
    `Entry ${creation} can't be undone. labels/1 was changed since`,
  )
  const missing = await library.run('undo 9999')
  expectFailure(missing, 1, 'Entry 9999 was not found. "')
  expect(missing.err).toEndWith(' audit" shows the numbers of entries.\n')
  expect((await library.run('undo x')).err).toContain('"x" is not the id of an entry')
  // Deletions ask first.
  await admin.post('/genres', { name: 'Dub' })
  const [created]: { id: number }[] = JSON.parse((await library.run('audit --record genres/1 --json')).out)
  expectFailure(
    await library.run(`undo ${created?.id}`),
    1,
    'deletes 1 record. Undo it? Nothing was changed; --yes agrees',
  )
  const result = await library.run(`undo ${created?.id} --yes --json`)
  expect(JSON.parse(result.out)).toMatchObject({ id: created?.id, changes: [{ record: 'genres/1', action: 'delete' }] })
  expect((await admin.get('/genres')).body).toEqual([])
})

test('of more than 1,000 conflicts, a dry run says how many it leaves out', async () => {
  using library = await createCliLibrary()
  for (const name of ['former', 'later']) {
    const labels = Array.from({ length: 1_001 }, (_, n) => ({ key: `k${n}`, name: `${name} ${n}` }))
    writeFileSync(join(library.folder, 'catalogue.json'), JSON.stringify({ labels }))
    expect((await library.run('seed catalogue.json --quiet')).code).toBe(0)
  }
  const [seed]: { id: number }[] = JSON.parse((await library.run('audit --action seed --json')).out)
  const { out } = await library.run(`undo ${seed?.id} --dry-run`)
  expect(out).toEndWith(
    `: name.\n… and more than 900 conflicts more\nEntry ${seed?.id} can't be undone: records have changed since.\n`,
  )
})
