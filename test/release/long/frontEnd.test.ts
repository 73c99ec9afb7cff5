import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readFilesOf } from '../../package/frontEndFiles.ts'
import { blockUnder } from '../../support/codeBlocks.ts'
import { emptyFolder } from '../../support/folder.ts'
import { runOk } from '../../support/process.ts'
import { shared } from '../../support/shared/shared.ts'

const page = 'docs/a-front-end-by-tonight.md'

test(`the commands of ${page} make a project of Vite that builds with its files, and whose test passes`, async () => {
  const [build, pack, ...commands] = (await blockUnder(page, 'A project')).trim().split('\n')
  // Those of the package are run for all tests, and the last command is a server, which registry.test.ts starts.
  const [builds, packs] = (await blockUnder('docs/building-on-it.md', 'The package')).trim().split('\n')
  expect([build, pack, commands.pop()]).toEqual([builds, `${packs} --pack-destination ..`, 'npm run dev'])
  using folder = emptyFolder()
  const copy = join(folder.path, 'copy')
  mkdirSync(copy)
  const [, file = ''] = /(music-library-\S+\.tgz)/.exec(commands.join()) ?? []
  copyFileSync(join(dirname(await shared('package')), file), join(folder.path, file))
  await runOk(['sh', '-ec', commands.join('\n')], copy, { timeoutMs: 300_000 })

  const project = join(folder.path, 'front-end')
  for (const [name, code] of Object.entries(await readFilesOf(page))) await Bun.write(join(project, name), code)
  await runOk(['npm', 'run', 'build'], project)
  expect(await runOk(['npx', 'vitest', 'run'], project)).toContain('1 passed')
}, 600_000)
