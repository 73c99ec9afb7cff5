import { expect, test } from 'bun:test'
import { runOk } from '../support/process.ts'
import { createConsumer } from './consumer.ts'

const program = `
import * as embedding from 'music-library'
import { createMusicLibrary, InvalidCatalogue, UsageError } from 'music-library'
import { ApiError } from 'music-library/client'
import sample from 'music-library/catalogue.json'

await using library = await createMusicLibrary({ catalogue: 'sample', listen: true })
const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' }
await library.anonymous.register({ ...account, password_confirmation: account.password })
const ada = library.as(account.email)
await ada.tracks.like(3)
const errorOf = (promise: Promise<unknown>) => promise.then(() => undefined, (error) => error)
const usageError = await errorOf(createMusicLibrary({ registration: 'shut' } as never))
const isErrorClass = (value: unknown) => typeof value === 'function' && value.prototype instanceof Error
console.log(
  JSON.stringify({
    likes: (await ada.me.likes()).map(({ id }) => id),
    tracks: (await ada.tracks.list()).length === sample.tracks.length,
    isApiError: (await errorOf(ada.tracks.get(999))) instanceof ApiError,
    isUsageError: usageError instanceof UsageError,
    names: [usageError.name, usageError.stack.split(':')[0]],
    errors: Object.entries(embedding).flatMap(([name, value]) => (isErrorClass(value) ? [[name, value.name]] : [])),
    isInvalidCatalogue: (await errorOf(library.seed({ labels: [{}] }))) instanceof InvalidCatalogue,
  }),
)
await library.reset()
console.log((await library.anonymous.login(account).catch(({ status }) => status)) as number)
`

test('a Bun project runs createMusicLibrary, whose errors are those that the entries export', async () => {
  using consumer = await createConsumer({ 'main.ts': program })
  const [line, status] = (await runOk([process.execPath, 'main.ts'], consumer.path)).split('\n')
  expect(JSON.parse(line ?? '')).toEqual({
    likes: [3],
    tracks: true,
    isApiError: true,
    isUsageError: true,
    names: ['UsageError', 'UsageError'],
    errors: [
      'InvalidAccounts',
      'InvalidCatalogue',
      'NotFound',
      'OperationalError',
      'UsageError',
      'ValidationError',
    ].map((name) => [name, name]),
    isInvalidCatalogue: true,
  })
  expect(status).toBe('422')
})

test('in Bun, music-library/testing needs no executable', async () => {
  const use = `
    import { startMusicLibrary } from 'music-library/testing'
    await using library = await startMusicLibrary({ catalogue: 'sample' })
    console.log((await fetch(library.url + '/labels')).status)`
  using consumer = await createConsumer({ 'main.ts': use })
  expect(await runOk([process.execPath, 'main.ts'], consumer.path)).toBe('401\n')
})
