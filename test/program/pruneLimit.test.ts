import { expect, test } from 'bun:test'
import { createCliFolder, failure } from '../support/cliFolder.ts'
import { runInTerminal } from '../support/terminal.ts'

const tracksOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ title: `Track ${number}`, file_path: `${number}.flac` }))

/** A folder with a library of 40 tracks and one genre, and a file that has 25 of the tracks and the genre. */
const createFolder = async () => {
  const catalogueOf = (count: number) => ({ genres: [{ name: 'Jazz' }], tracks: tracksOf(count) })
  const folder = createCliFolder({ 'catalogue.json': catalogueOf(40) })
  const prune = (flags = '') => folder.run(`seed catalogue.json --prune ${flags}`)
  await prune('--new --yes --quiet')
  folder.write('catalogue.json', catalogueOf(25))
  const countTracks = async () => JSON.parse((await folder.run('export')).out).tracks.length
  return { ...folder, prune, countTracks }
}

test('without a terminal, a prune over the default limit is an error, also with --yes, and --prune-at-most replaces the limit', async () => {
  using folder = await createFolder()
  const refused = failure(
    '--prune would delete 15 of 40 tracks (37.5 %). Nothing was changed. Check that the file is complete, or allow this with --prune-at-most 15.',
  )
  expect(await folder.prune()).toEqual(refused)
  expect(await folder.prune('--yes')).toEqual(refused)
  expect((await folder.prune('--yes --prune-at-most 14')).err).toContain('--prune-at-most allows 14 of a section.')
  expect(await folder.countTracks()).toBe(40)
  expect((await folder.prune('--prune-at-most 15 --yes')).out).toMatch(/tracks .+ 15 deleted/)
  expect(await folder.countTracks()).toBe(25)
})

test('a dry run says that seeding would be refused', async () => {
  using folder = await createFolder()
  const { code, out } = await folder.prune('--dry-run')
  expect(code).toBe(0)
  expect(out).toContain(
    '\nThe import would be refused: --prune would delete 15 of 40 tracks (37.5 %). Check that the file is complete, or allow this with --prune-at-most 15.\n',
  )
  const json = JSON.parse((await folder.prune('--dry-run --json')).out)
  expect(json.prune_limit_exceeded).toEqual([{ section: 'tracks', pruned: 15, records: 40 }])
  expect((await folder.prune('--dry-run --prune-at-most 20')).out).not.toContain('refused')
})

test('a terminal asks about a prune over the default limit, also with --yes, but not about one over an explicit limit', async () => {
  using folder = await createFolder()
  const ask = (args: string[], answer: string) =>
    runInTerminal(['seed', 'catalogue.json', '--prune', ...args], folder.path, [['(37.5 %)', answer]])
  const no = await ask(['--yes'], 'n')
  expect([no.code, no.display]).toEqual([1, expect.stringContaining('15 of 40 tracks')])
  const refused = await ask(['--yes', '--prune-at-most', '5'], 'y')
  expect([refused.code, refused.display]).toEqual([1, expect.stringContaining('--prune-at-most allows 5')])
  expect(await folder.countTracks()).toBe(40)
  expect((await ask(['--yes'], 'y')).code).toBe(0)
  expect(await folder.countTracks()).toBe(25)
})
