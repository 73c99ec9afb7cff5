import { expect, test } from 'bun:test'
import { run, runOk } from '../support/process.ts'
import { createConsumer, nodeFile } from './consumer.ts'
import { installPlatformPackage } from './platformPackage.ts'

test('a Node project starts the executable of the package for the platform, and speaks with it through the client', async () => {
  const program = `
    import { ApiError, createClient } from 'music-library/client'
    import { startMusicLibrary } from 'music-library/testing'
    const users = [{ email: 'admin@example.com', password: 'correct horse', role: 'admin' }]
    const library = await startMusicLibrary({ catalogue: { labels: [{ name: 'ECM' }] }, users })
    const admin = createClient({ baseUrl: library.url })
    await admin.login(users[0])
    const error = await library.client().labels.list().catch((error) => error)
    console.log(JSON.stringify({
      labels: (await admin.labels.list()).map(({ name }) => name),
      isApiError: error instanceof ApiError,
      stack: error.stack.split('\\n')[0],
    }))
    await library.stop()
    console.log(await fetch(library.url).catch(() => 'stopped'))`
  using consumer = await createConsumer({ 'main.mjs': program })
  await installPlatformPackage(consumer)
  const { out, err } = await run([nodeFile(), 'main.mjs'], consumer.path, { env: { PATH: '/nowhere' } })
  const [line = '', last] = out.split('\n')
  expect(err).toBe('')
  expect(JSON.parse(line)).toEqual({ labels: ['ECM'], isApiError: true, stack: 'ApiError: Unauthenticated.' })
  expect(last).toBe('stopped')
})

test('in Node, the entry for Bun says what to use instead; Bun requires the library itself', async () => {
  using consumer = await createConsumer({
    'main.mjs': "import { createMusicLibrary } from 'music-library'",
    'main.cjs': "console.log(typeof require('music-library').createMusicLibrary)",
  })
  for (const file of ['main.mjs', 'main.cjs']) {
    const { code, err } = await run([nodeFile(), file], consumer.path)
    expect([code, err.includes('In Node, music-library/testing starts its executable.')]).toEqual([1, true])
  }
  expect(await runOk([process.execPath, 'main.cjs'], consumer.path)).toBe('function\n')
})
