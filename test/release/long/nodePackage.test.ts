import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { type Consumer, createConsumer, nodeFile } from '../../package/consumer.ts'
import { installPlatformPackage } from '../../package/platformPackage.ts'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { emptyFolder } from '../../support/folder.ts'
import { installNode, npmInstall } from '../../support/npm.ts'
import { run, runOk } from '../../support/process.ts'

setDefaultTimeout(600_000)

const page = 'docs/testing-with-it.md'

const installedProgram = (consumer: Consumer, name: string) => join(consumer.path, 'node_modules/.bin', name)

/** The versions of Node that the page names, but for that of this machine. */
const nodeVersions = ['18.0.0', '22.22.0', '24.21.0']

test('the page names the versions of Node with which these tests try the package', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../..', page)).text()
  for (const version of nodeVersions) expect(text).toContain(version)
})

test.each(nodeVersions)(
  'Node %s imports and requires the package, and starts the executable and Bun',
  async (version) => {
    using folder = emptyFolder()
    const node = await installNode(folder.path, version)
    expect(await runOk([node, '--version'], folder.path)).toBe(`v${version}\n`)
    const body = `
    const main = async () => {
      const users = [{ email: 'eve@example.com', password: 'a long secret', role: 'admin' }]
      const library = await startMusicLibrary({ catalogue: 'sample', users })
      const client = createClient({ baseUrl: library.url })
      await client.login(users[0])
      const before = await client.labels.list()
      await client.labels.create({ name: 'Blue Note' })
      const error = await client.labels.create({ name: '' }).catch((error) => error)
      await library.reset()
      console.log(before.length, (await library.as('eve@example.com').labels.list()).length, error instanceof ApiError)
      await library.stop()
    }
    main()`
    using consumer = await createConsumer({
      'main.mjs': `import { ApiError, createClient } from 'music-library/client'
      import { startMusicLibrary } from 'music-library/testing'
      ${body}`,
      'main.cjs': `const { ApiError, createClient } = require('music-library/client')
      const { startMusicLibrary } = require('music-library/testing')
      ${body}`,
    })
    const runBoth = async () => {
      for (const file of ['main.mjs', 'main.cjs'])
        expect(await runOk([node, file], consumer.path, { env: { PATH: '/nowhere' } })).toBe('19 19 true\n')
    }
    await npmInstall(consumer.path, 'bun@1.4.5')
    await runBoth()
    await runOk(['npm', 'uninstall', '--no-audit', '--no-fund', 'bun'], consumer.path)
    await installPlatformPackage(consumer)
    await runBoth()
    const launcher = [node, join(consumer.packageFolder, 'launcher.js'), '--version']
    expect(await runOk(launcher, consumer.path, { env: { PATH: '/nowhere' } })).toMatch(/^\d+\.\d+\.\d+\n$/)
  },
)

test('the command of "From Node" installs what its code needs, outside of scripts of npm', async () => {
  const command = await blockUnder(page, 'From Node', 'sh')
  const [code = ''] = await blocksUnder(page, 'From Node', 'js')
  using consumer = await createConsumer({ 'example.mjs': code })
  // The package itself is installed already.
  const packages = command
    .trim()
    .split(' ')
    .filter((word) => word.startsWith('bun@'))
  expect(packages.length).toBe(1)
  await runOk(['npm', 'install', '--save-dev', '--no-audit', '--no-fund', ...packages], consumer.path, {
    timeoutMs: 300_000,
  })
  const out = await runOk([nodeFile(), 'example.mjs'], consumer.path, { env: { PATH: '/nowhere' } })
  expect(out).toBe('229 Sunday Morning\n401\n')
})

test('the tests of "With Jest" pass in Jest, also with a page of jsdom that has the fetch of Node; without it an error says what to do', async () => {
  const [code = '', environment = ''] = await blocksUnder(page, 'With Jest', 'js')
  const bare = `/** @jest-environment jsdom */
    const { createClient } = require('music-library/client')
    test('no fetch', () => expect(createClient({ url: '/' }).labels.list()).rejects.toThrow("set testEnvironment to 'node'"))`
  const ofPage = `
    test('the page', () => expect(document.location.origin).toBe('http://localhost'))`
  using consumer = await createConsumer({
    'environment.js': environment,
    'library.test.js': code,
    'page.test.js': `/** @jest-environment ./environment.js */${code}${ofPage}`,
    'bare.test.js': bare,
  })
  const manifest = Bun.file(join(consumer.path, 'package.json'))
  await manifest.write(JSON.stringify({ ...(await manifest.json()), type: 'commonjs' }))
  await npmInstall(consumer.path, 'jest@30.5.2', 'jest-environment-jsdom@30.5.2')
  await installPlatformPackage(consumer)
  const { code: exitCode, err } = await run([installedProgram(consumer, 'jest')], consumer.path)
  expect([exitCode, /^Tests: +6 passed, 6 total$/m.exec(err)?.[0] ?? err]).toEqual([0, expect.any(String)])
  expect(err).not.toContain('did not exit')
})

test('publint and attw find nothing wrong in the package', async () => {
  using consumer = await createConsumer({})
  await npmInstall(consumer.path, 'publint@0.3.25', '@arethetypeswrong/cli@0.18.5')
  const publint = await run([installedProgram(consumer, 'publint'), consumer.packageFolder, '--strict'], consumer.path)
  expect(publint).toEqual({ code: 0, out: expect.stringContaining('All good!'), err: '' })
  const [{ filename }] = JSON.parse(await runOk(['npm', 'pack', consumer.packageFolder, '--json'], consumer.path))
  const attw = await run([installedProgram(consumer, 'attw'), filename], consumer.path, { timeoutMs: 120_000 })
  expect(attw).toMatchObject({ code: 0, out: expect.stringContaining('No problems found') })
})
