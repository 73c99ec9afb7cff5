import { expect, test } from 'bun:test'
import { join } from 'node:path'
import manifest from '../../package.json'
import { homeTexts } from '../../scripts/homeTexts.ts'
import { emptyFolder } from '../support/folder.ts'
import { run, runOk } from '../support/process.ts'
import { programTest } from '../support/programs.ts'

const root = join(import.meta.dir, '../..')
const home = 'https://music.example.org'

test('without a home, no file speaks of one', async () => {
  expect(manifest).not.toHaveProperty('homepage')
  for (const { file, without } of homeTexts(home)) expect(await Bun.file(join(root, file)).text()).toContain(without)
})

programTest('git')('run home adds the address where people look for it, and replaces it later', async () => {
  using folder = emptyFolder()
  await runOk(['git', 'clone', '-q', root, folder.path], root)
  const script = [process.execPath, 'scripts/home.ts']
  const listed = (await runOk([...script, `${home}/`], folder.path)).trim().split('\n')
  const changed = (await runOk(['git', 'diff', '--name-only'], folder.path)).trim().split('\n')
  expect(changed).toEqual(listed.toSorted())
  const { homepage, repository } = await Bun.file(join(folder.path, 'package.json')).json()
  expect([homepage, repository.url]).toEqual([home, `git+${home}/source.git`])

  const write =
    "import { writeSecurityTxt as write } from './scripts/release/securityTxt.ts'; await write({ folder: '.', date: new Date(0) })"
  await runOk([process.execPath, '-e', write], folder.path)
  const contact = `Contact: ${home}/security\nExpires: 1971-01-01T00:00:00.000Z\n`
  expect(await Bun.file(join(folder.path, 'security.txt')).text()).toStartWith(contact)

  await runOk([...script, 'https://elsewhere.example.org'], folder.path)
  expect((await run(['git', 'grep', '-lF', home, '--', ...listed], folder.path)).out).toBe('')
  const { code, err } = await run([...script, 'ftp://a'], folder.path)
  expect([code, err]).toEqual([1, 'Give the address of the project, such as https://music.example.org.\n'])
})
