import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { kindOfBlue } from '../support/catalogue.ts'
import { adminVariables, createCliFolder, expectFailure, logInAsAdmin } from '../support/cliFolder.ts'
import { runInTerminal } from '../support/terminal.ts'

// What people have changed since a file was seeded, on the command line.

const text = `${JSON.stringify(kindOfBlue, null, 2)}\n`

/** The files of a seeded library, in which an admin has changed the title of a track and deleted a genre. */
const createChanged = async () => {
  using folder = createCliFolder({ 'catalogue.json': text })
  await folder.run('seed catalogue.json --new')
  await using server = await folder.serve('', adminVariables)
  const admin = await logInAsAdmin(server)
  await admin.put('/tracks/1', { title: 'So What?' })
  await admin.delete('/genres/1')
  await server.stop()
  return folder.list('data').map((name) => ({ name, content: readFileSync(folder.pathOf(`data/${name}`)) }))
}

let changed: ReturnType<typeof createChanged> | undefined

/** A folder with a copy of these files, and with the file that was seeded. */
const changedLibrary = async () => {
  changed ??= createChanged()
  const files = await changed
  const folder = createCliFolder({ 'catalogue.json': text })
  mkdirSync(folder.pathOf('data'))
  for (const { name, content } of files) folder.write(`data/${name}`, content)
  return { ...folder, seed: (flags = '', file = 'catalogue.json') => folder.run(`seed ${file} ${flags}`) }
}

const titleLine =
  /! tracks "[^"]+" title: "So What\?" by admin@example\.com at [\d-]+ [\d:]+ UTC; the file has "So What"/
const genreLine = /! genres "Jazz" was deleted by admin@example\.com at [\d-]+ [\d:]+ UTC; the file has it/

test('--people keep leaves it as it is, and it is not asked about again', async () => {
  using folder = await changedLibrary()
  const kept = await folder.seed('--dry-run --people keep')
  expect(kept.out).toMatch(titleLine)
  expect(kept.out).toMatch(genreLine)
  expect(kept.out).toEndWith('(kept)\n\nThis was a dry run. Nothing would change.\n')
  const { code, out } = await folder.seed('--people keep')
  expect([code, out]).toEqual([0, expect.stringContaining('tracks   0 created, 0 updated')])
  const again = await folder.seed('--people fail')
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('An earlier import kept 2 values')])
})

test('without a terminal and without the flag, a seed overwrites it and lists it first', async () => {
  using folder = await changedLibrary()
  const { code, out } = await folder.seed()
  expect([code, out]).toEqual([0, expect.stringMatching(titleLine)])
  expect(out).toContain('genres   1 created')
  expect((await folder.seed('--dry-run')).out).toStartWith('This was a dry run. Nothing would change')
})

test('--people fail and ask change nothing without a terminal, and exit with 4', async () => {
  using folder = await changedLibrary()
  expectFailure(await folder.seed('--people fail'), 4, 'The file conflicts with 2 changes by people.')
  const { code, out, err } = await folder.seed('--people ask')
  expect([code, err]).toEqual([4, expect.stringContaining('Decide with --people keep or --people overwrite.')])
  expect(out).toMatch(titleLine)
  expect((await folder.seed('--dry-run')).out).toMatch(titleLine)
})

test('in a terminal a seed asks, for all or for each', async () => {
  using folder = await changedLibrary()
  const [down, enter] = ['\x1b[B', '\r']
  const stop = await runInTerminal(['seed', 'catalogue.json'], folder.path, [
    ['What should be done', down + down + down + enter],
  ])
  expect([stop.code, stop.display]).toEqual([1, expect.stringContaining('Nothing was changed')])
  const each = await runInTerminal(['seed', 'catalogue.json'], folder.path, [
    ['What should be done', down + down + enter],
    ['was deleted by', enter],
    ['title: "So What?" by', down + enter],
  ])
  expect(each.code).toBe(0)
  const exported = JSON.parse((await folder.run('export')).out)
  expect(exported.genres).not.toContainEqual({ name: 'Jazz' })
  expect(exported.tracks).toContainEqual(expect.objectContaining({ title: 'So What' }))
})

test('--merge-into writes it into a copy of the file, which then changes nothing', async () => {
  using folder = await changedLibrary()
  const { code, out, err } = await folder.seed('--merge-into merged.json')
  expect([code, out]).toEqual([0, ''])
  expect(err).toMatch(/^Wrote merged\.json: \d+ values changed, 1 record removed, 0 records added\.\n$/)
  const merged = readFileSync(folder.pathOf('merged.json'), 'utf8')
  expect(merged).toContain('"title": "So What?"')
  expect(merged).not.toContain('Jazz')
  const others = text.split('\n').filter((line) => !/"So What"|Jazz/.test(line))
  for (const line of others) expect(merged).toContain(line.replace(/,$/, ''))
  expect((await folder.seed('--dry-run', 'merged.json')).out).toStartWith('This was a dry run. Nothing would change')
  expect((await folder.seed('--merge-into -')).out).toBe(merged)
})

test('flags that have no use together are refused', async () => {
  using folder = createCliFolder({ 'catalogue.json': text, 'tracks.csv': 'title,path\nA,a.flac\n' })
  await folder.run('seed catalogue.json --new')
  expectFailure(await folder.run('seed catalogue.json --people maybe'), 2, 'Give one of ask, keep, overwrite, fail.')
  expectFailure(await folder.run('seed catalogue.json --with-new'), 2, '--with-new is for --merge-into.')
  expectFailure(await folder.run('seed catalogue.json --merge-into a.json --dry-run'), 2, 'Leave --dry-run out.')
  expectFailure(
    await folder.run('seed catalogue.json --dry-run --people ask'),
    2,
    '--people keep or --people overwrite',
  )
  const table = await folder.run('seed tracks.csv --merge-into a.json')
  expect([table.code, table.err]).toEqual([2, expect.stringContaining('music-library import FILE > catalogue.json')])
})
