import { expect, test } from 'bun:test'
import { kindOfBlue } from '../support/catalogue.ts'
import { createCliFolder } from '../support/cliFolder.ts'
import { runInTerminal } from '../support/terminal.ts'

/** A folder with a catalogue file, and a function that seeds the file. */
const folderWithCatalogue = (catalogue: unknown) => {
  const folder = createCliFolder({ 'catalogue.json': catalogue })
  const write = (content: unknown) => folder.write('catalogue.json', content)
  return { ...folder, write, seed: (flags = '') => folder.run(`seed catalogue.json ${flags}`) }
}

test('pruning asks for confirmation; without a terminal it needs --yes', async () => {
  const { tracks } = kindOfBlue
  const others = [4, 5].map((number) => ({ title: `${number}`, file_path: `kind-of-blue/0${number}.flac` }))
  const complete = { ...kindOfBlue, tracks: [...tracks, ...others] }
  using file = folderWithCatalogue(complete)
  await file.seed('--new')
  file.write({ ...complete, tracks: others })
  const withoutTerminal = await file.seed('--prune')
  expect(withoutTerminal.code).toBe(1)
  expect(withoutTerminal.err).toContain(
    'Delete 2 records that the file does not have, and with them 0 likes and 0 references from records that stay?',
  )
  expect((await file.seed('--prune --dry-run')).out).toContain('  - kind-of-blue/01.flac\n')
  const no = await runInTerminal(['seed', 'catalogue.json', '--prune'], file.path, [['Delete 2 records', 'n']])
  expect([no.code, no.display]).toEqual([1, expect.stringContaining('Nothing was changed.')])
  const yes = await runInTerminal(['seed', 'catalogue.json', '--prune'], file.path, [['Delete 2 records', 'y']])
  expect([yes.code, yes.display]).toEqual([0, expect.stringContaining('2 deleted')])
  expect((await file.seed('--prune')).code).toBe(0)
  file.write({ ...complete, tracks: [others[0]] })
  expect((await file.seed('--prune --yes')).out).toMatch(/tracks +0 created, 0 updated, 1 unchanged, 1 deleted/)
})

test('Ctrl-C during a long seed exits with 130 and changes nothing', async () => {
  const labels = Array.from({ length: 50_000 }, (_, at) => ({ name: `Label ${at}` }))
  using file = folderWithCatalogue({ labels })
  const { code, display } = await runInTerminal(['seed', 'catalogue.json', '--new'], file.path, [['Seeding: ', '\x03']])
  expect(code).toBe(130)
  expect(display).toContain('music-library: Stopped. Nothing was changed.')
  file.write('{}')
  expect((await file.seed('--prune --dry-run')).out).toContain('Nothing would change')
})

test('control characters in a file are escaped on the terminal', async () => {
  using file = folderWithCatalogue({ labels: [{ '\u001b[31mred\nx': 1, name: 'a' }] })
  const { err } = await file.seed('--new')
  expect(err.split('\n')).toHaveLength(4)
  expect(err).toContain('\\u001b[31mred\\u000ax')
})

test('control characters in names are escaped in the list of changes', async () => {
  const labels = [{ name: 'Blue\n  - Note', key: 'blue\u202enote' }]
  using file = folderWithCatalogue({ labels })
  const { out } = await file.seed('--dry-run')
  expect(out).toContain(String.raw`+ Blue\u000a  - Note [blue\u202enote]`)
})

test('an empty standard input, as after a failed command before a pipe, is an error of one line', async () => {
  using folder = createCliFolder()
  expect(await folder.run('seed - --database x.db')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^(Making a new library at .+\n)?music-library: Standard input is empty. No library was made.\n$/,
    ),
  })
  expect(folder.list()).toEqual([])
})
