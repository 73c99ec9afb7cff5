import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runBinary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { runInTerminal } from '../support/terminal.ts'

const tracksOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ title: `Track ${number}`, file_path: `${number}.flac` }))

/** A folder with a library of 40 tracks and one genre, and a file that has 25 of the tracks and the genre. */
const createFolder = async () => {
  const folder = emptyFolder()
  const write = (value: unknown) => writeFileSync(join(folder.path, 'catalogue.json'), JSON.stringify(value))
  const run = (...args: string[]) => runBinary(['seed', 'catalogue.json', '--prune', ...args], { cwd: folder.path })
  write({ genres: [{ name: 'Jazz' }], tracks: tracksOf(40) })
  await run('--new', '--yes', '--quiet')
  write({ genres: [{ name: 'Jazz' }], tracks: tracksOf(25) })
  const tracks = async () => JSON.parse((await runBinary(['export'], { cwd: folder.path })).out).tracks.length
  return { ...folder, write, run, tracks }
}

test('without a terminal, a prune over the default limit is an error, also with --yes', async () => {
  using folder = await createFolder()
  const refused = {
    code: 1,
    out: '',
    err: 'music-library: --prune would delete 15 of 40 tracks (37.5 %). Nothing was changed. Check that the file is complete, or allow this with --prune-at-most 38%.\n',
  }
  expect(await folder.run()).toEqual(refused)
  expect(await folder.run('--yes')).toEqual(refused)
  folder.write({})
  expect((await folder.run('--yes')).err).toContain('1 of 1 genres (100 %) and 40 of 40 tracks (100 %)')
  expect(await folder.tracks()).toBe(40)
})

test('--prune-at-most replaces the default limit; more than it is always an error', async () => {
  using folder = await createFolder()
  for (const limit of ['14', '37%', '0']) {
    const { code, err } = await folder.run('--yes', '--prune-at-most', limit)
    expect([code, err]).toEqual([1, expect.stringContaining(`--prune-at-most allows ${limit.replace('%', ' %')} of a`)])
  }
  expect((await folder.run('--prune-at-most', '38%')).err).toContain('--yes agrees to it')
  expect((await folder.run('--prune-at-most', '15', '--yes')).out).toMatch(/tracks .+ 15 deleted/)
  expect(await folder.tracks()).toBe(25)
})

test('a dry run says that seeding would be refused', async () => {
  using folder = await createFolder()
  const { code, out } = await folder.run('--dry-run')
  expect(code).toBe(0)
  expect(out).toContain(
    '\nSeeding would be refused: --prune would delete 15 of 40 tracks (37.5 %). Check that the file is complete, or allow this with --prune-at-most 38%.\n',
  )
  const json = JSON.parse((await folder.run('--dry-run', '--json')).out)
  expect(json.prune_limit_exceeded).toEqual([{ section: 'tracks', pruned: 15, records: 40 }])
  expect((await folder.run('--dry-run', '--prune-at-most', '50%')).out).not.toContain('refused')
  expect((await folder.run('--dry-run', '--prune-at-most', '1%')).out).toContain(
    '--prune-at-most allows 1 % of a section.',
  )
  expect((await folder.run('--dry-run', '--exit-code')).code).toBe(3)
})

test('a terminal asks about a prune over the default limit, also with --yes, but not about one over an explicit limit', async () => {
  using folder = await createFolder()
  const ask = (args: string[], answer: string) =>
    runInTerminal(['seed', 'catalogue.json', '--prune', ...args], folder.path, [['(37.5 %)', answer]])
  for (const args of [[], ['--yes']]) {
    const no = await ask(args, 'n')
    expect([no.code, no.display]).toEqual([1, expect.stringContaining('15 of 40 tracks')])
  }
  const refused = await ask(['--yes', '--prune-at-most', '5'], 'y')
  expect([refused.code, refused.display]).toEqual([1, expect.stringContaining('--prune-at-most allows 5')])
  expect(await folder.tracks()).toBe(40)
  expect((await ask(['--yes'], 'y')).code).toBe(0)
  expect(await folder.tracks()).toBe(25)
})
