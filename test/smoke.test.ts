import { expect, test } from 'bun:test'
import { emptyFolder, runBinary, serveBinary } from './support/binary.ts'
import { startLibrary } from './support/library.ts'

test('a user reads a label that an admin made', async () => {
  await using library = await startLibrary()
  const { status, body } = await library.admin.post('/labels', { name: 'Columbia' })
  expect(status).toBe(201)
  expect((await library.user.get(`/labels/${body.id}`)).body).toEqual(body)
})
test('binary', async () => {
  using folder = emptyFolder()
  expect((await runBinary(['--version'], { cwd: folder.path })).code).toBe(0)
  await using serving = await serveBinary([], { cwd: folder.path })
  expect((await fetch(`${serving.url}/me`)).status).toBe(401)
  expect((await serving.stop()).code).toBe(0)
})
