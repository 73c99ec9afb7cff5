import { expect, test } from 'bun:test'
import { binary } from '../support/binary.ts'
import { blocksUnder } from '../support/codeBlocks.ts'
import { run, runOk } from '../support/process.ts'
import { createConsumer, nodeFile } from './consumer.ts'

test('Node requires the client and the library of tests, whose errors are those of the client', async () => {
  const program = `
    const { ApiError, InvalidError } = require('music-library/client')
    const { startMusicLibrary } = require('music-library/testing')
    const main = async () => {
      const users = [{ email: 'eve@example.com', password: 'a long secret', role: 'admin' }]
      const library = await startMusicLibrary({ catalogue: 'sample', users })
      const errorOf = (promise) => promise.then(() => undefined, (error) => error)
      const invalid = await errorOf(library.as('eve@example.com').labels.create({ name: '' }))
      const unauthenticated = await errorOf(library.anonymous.labels.list())
      console.log(invalid instanceof InvalidError, unauthenticated instanceof ApiError, unauthenticated.status)
      await library.stop()
    }
    main()`
  using consumer = await createConsumer({ 'main.cjs': program })
  const env = { MUSIC_LIBRARY_EXECUTABLE: await binary() }
  expect(await runOk([nodeFile(), 'main.cjs'], consumer.path, { env })).toBe('true true 401\n')
})

test('a module of CommonJS finds the program of the package, also where a document is defined', async () => {
  const program = `
    globalThis.document = { baseURI: 'http://localhost/', currentScript: null }
    require('music-library/testing').startMusicLibrary().catch((error) => console.log(error.message))`
  using consumer = await createConsumer({ 'main.cjs': program })
  const out = await runOk([nodeFile(), 'main.cjs'], consumer.path, { env: { PATH: '/nowhere' } })
  expect(out).toStartWith('No music-library executable was found.')
})

test.each([
  ['With Jest', 'library.test.cjs', 2],
  // Bun gives programs that import `vitest` its own functions of these names.
  ['Requests that fail', 'library.test.mjs', 3],
])('the tests of "%s" pass, in a runner with the same functions', async (section, file, count) => {
  const [code = ''] = await blocksUnder('docs/testing-with-it.md', section, 'js')
  using consumer = await createConsumer({ [file]: code })
  const env = { MUSIC_LIBRARY_EXECUTABLE: await binary() }
  const { code: exitCode, err } = await run([process.execPath, 'test', `./${file}`], consumer.path, { env })
  expect([exitCode, /^ (\d+) pass$/m.exec(err)?.[1]]).toEqual([0, `${count}`])
})
