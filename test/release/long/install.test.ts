import { expect, setDefaultTimeout, test } from 'bun:test'
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { emptyFolder } from '../../support/folder.ts'
import { builtRelease } from '../built.ts'
import { containerTest } from '../container.ts'
import { bootWithRelease } from '../installed.ts'

// These tests run commands of docs/install.md that no other test runs.

setDefaultTimeout(600_000)
const page = 'docs/install.md'

const run = (script: string, cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-euc', script], { cwd, stdin: 'ignore' })
  return { exitCode, out: `${stdout}`, err: `${stderr}` }
}

test('the command that checks the files accepts those of the release, and no other', async () => {
  const check = await blockUnder(page, 'Check them')
  using folder = emptyFolder()
  const release = await builtRelease()
  const archive = [...new Bun.Glob('*.tar.xz').scanSync(release)][0] ?? ''
  for (const name of ['SHA256SUMS', archive]) copyFileSync(join(release, name), join(folder.path, name))
  expect(run(check, folder.path)).toMatchObject({ exitCode: 0, out: `${archive}: OK\n` })
  await Bun.write(join(folder.path, archive), 'another file')
  expect(run(check, folder.path)).toMatchObject({ exitCode: 1, out: `${archive}: FAILED\n` })
})

containerTest('the man page and the completions of the archive are installed', async () => {
  await using container = await bootWithRelease()
  const { runOk } = container
  const [unpack = '', enter = ''] = (await blockUnder(page, 'Linux > Install')).split('\n')
  const [commands = ''] = await blocksUnder(page, 'Man page and completions')
  await runOk(`${unpack}\n${enter}\n${commands}`)
  expect(await runOk('cat /usr/local/share/man/man1/music-library.1')).toContain('music-library')
  await runOk('. /usr/local/share/bash-completion/completions/music-library && complete -p music-library')
})

test('the packages for npx are installed, serve, and are removed', async () => {
  using folder = emptyFolder()
  const release = await builtRelease()
  for (const name of new Bun.Glob('npm/*.tgz').scanSync(release))
    copyFileSync(join(release, name), join(folder.path, basename(name)))
  const [install = '', serve = ''] = (await blockUnder(page, 'npx > Install')).trim().split('\n')
  expect(run(`npm init -y && ${install}`, folder.path).exitCode).toBe(0)
  await using server = Bun.spawn(['bash', '-c', `exec ${serve} --port-file port --stop-with-stdin`], {
    cwd: folder.path,
    env: { ...process.env, PORT: '0' },
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
  })
  const readPort = () => run('cat port', folder.path).out.trim()
  for (const end = Date.now() + 30_000; !readPort() && Date.now() < end; ) await Bun.sleep(50)
  const port = `export PORT=${readPort()}\n`
  const addAdmin = (await blockUnder(page, 'npx > First admin')).trim()
  expect(run(`${port}${addAdmin} <<<'a long secret'`, folder.path)).toMatchObject({ exitCode: 0 })
  expect(run(port + (await blockUnder(page, 'npx > See that it runs')), folder.path)).toMatchObject({ exitCode: 0 })
  server.stdin.end()
  expect(await server.exited).toBe(0)
  expect(run(await blockUnder(page, 'npx > Uninstall'), folder.path).exitCode).toBe(0)
  expect(run('ls node_modules/.bin', folder.path).out).toBe('')
  expect(run('ls data', folder.path).out).toContain('music-library.db\n')
})
