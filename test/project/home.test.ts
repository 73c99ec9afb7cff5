import { expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../package.json'
import { emptyFolder } from '../support/folder.ts'
import { run, runOk } from '../support/process.ts'
import { programTest } from '../support/programs.ts'

const root = join(import.meta.dir, '../..')
const { homepage, repository } = manifest

/** Files in which people look for the address of the project. */
const places = [
  'README.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'deploy/music-library.service',
  'deploy/music-library-scan.service',
  'deploy/music-library-offsite.service',
  '.github/ISSUE_TEMPLATE/config.yml',
]

test.each(places)('%s names the home of the project', async (place) => {
  expect(await Bun.file(join(root, place)).text()).toContain(homepage)
})

test('the repository is at the home of the project', () => {
  expect(repository.url).toStartWith(`git+${homepage}/`)
})

programTest('git')('run home puts another address into all files that name it, and into no other', async () => {
  using folder = emptyFolder()
  await runOk(['git', 'clone', '-q', root, folder.path], root)
  const script = [process.execPath, 'scripts/home.ts']
  const listed = (await runOk([...script, 'https://music.example.org/'], folder.path)).trim().split('\n')
  expect(listed).toContain('package.json')
  expect(listed).toContain('README.md')
  const changed = (await runOk(['git', 'diff', '--name-only'], folder.path)).trim().split('\n')
  expect(changed).toEqual(listed)
  const { homepage: newHome, repository: newRepository } = await Bun.file(join(folder.path, 'package.json')).json()
  expect([newHome, newRepository.url]).toEqual([
    'https://music.example.org',
    'git+https://music.example.org/source.git',
  ])
  expect((await run(['git', 'grep', '-lF', homepage], folder.path)).out).toBe('')
  const { code, err } = await run([...script, 'ftp://a'], folder.path)
  expect([code, err]).toEqual([1, 'Give the address of the project, such as https://music.example.org.\n'])
})
