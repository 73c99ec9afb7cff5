import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { binary } from '../support/binary.ts'
import { run } from '../support/process.ts'
import { type Consumer, createConsumer, nodeFile } from './consumer.ts'

const runNode = async (consumer: Consumer, file: string, args: string[] = []) =>
  run([nodeFile(), file, ...args], consumer.path, { env: { MUSIC_LIBRARY_EXECUTABLE: await binary() } })

test('npm installs the package offline, and nothing beside it', async () => {
  using consumer = await createConsumer({})
  const modules = readdirSync(`${consumer.path}/node_modules`).filter((name) => !name.startsWith('.'))
  expect(modules).toEqual(['music-library'])
  const { dependencies, devDependencies, scripts } = await Bun.file(`${consumer.packageFolder}/package.json`).json()
  expect([dependencies, devDependencies, scripts]).toEqual([undefined, undefined, undefined])
})

test('every file that package.json names is in the package', async () => {
  using consumer = await createConsumer({})
  const { exports, bin } = await Bun.file(`${consumer.packageFolder}/package.json`).json()
  const files = [...JSON.stringify([exports, bin]).matchAll(/:"(\.\/[^"]+)"/g)].map(([, file]) => file)
  expect(files.length).toBeGreaterThan(15)
  expect(files.filter((file) => !existsSync(`${consumer.packageFolder}/${file}`))).toEqual([])
})

test('a Node project starts the executable with a catalogue and users, and speaks with it through the client', async () => {
  const program = `
    import { ApiError, createClient } from 'music-library/client'
    import { startMusicLibrary } from 'music-library/testing'
    const users = [
      { email: 'admin@example.com', password: 'correct horse', role: 'admin' },
      { email: 'ada@example.com', password: 'correct horse', name: 'Ada' },
      { email: 'second@example.com', password: 'correct horse', role: 'admin' },
    ]
    const library = await startMusicLibrary({ catalogue: { labels: [{ name: 'ECM' }] }, users })
    const admin = createClient({ baseUrl: library.url })
    await admin.login(users[0])
    const error = await library.client().labels.list().catch((error) => error)
    console.log(JSON.stringify({
      labels: (await admin.labels.list()).map(({ name }) => name),
      users: (await admin.users.list()).map(({ id, name, role }) => [id, name, role.name]),
      status: error.status,
      isApiError: error instanceof ApiError,
      stack: error.stack.split('\\n')[0],
    }))
    await library.stop()
    console.log(await fetch(library.url).catch(() => 'stopped'))`
  using consumer = await createConsumer({ 'main.mjs': program })
  const { out, err } = await runNode(consumer, 'main.mjs')
  const [line = '', last] = out.split('\n')
  expect(err).toBe('')
  expect(JSON.parse(line)).toEqual({
    labels: ['ECM'],
    users: [
      [1, 'admin', 'admin'],
      [2, 'Ada', 'user'],
      [3, 'second', 'admin'],
    ],
    status: 401,
    isApiError: true,
    stack: 'ApiError: Unauthenticated.',
  })
  expect(last).toBe('stopped')
})

test('in Node, the entry for Bun says what to use instead', async () => {
  using consumer = await createConsumer({ 'main.mjs': "import { createMusicLibrary } from 'music-library'" })
  const { code, err } = await runNode(consumer, 'main.mjs')
  expect(code).toBe(1)
  expect(err).toContain('In Node, music-library/testing starts its executable.')
})

test('the launcher runs the executable that a variable names', async () => {
  using consumer = await createConsumer({})
  const { version } = await Bun.file(`${consumer.packageFolder}/package.json`).json()
  const { out, err } = await runNode(consumer, 'node_modules/.bin/music-library', ['--version'])
  expect([out, err]).toEqual([`${version}\n`, ''])
})
