import { expect } from 'bun:test'
import { sendToConsole } from '../../support/consoleApi.ts'
import { createFixtures } from '../../support/createFixtures.ts'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import type { TestLibrary } from '../../support/library.ts'

const count = ({ admin }: TestLibrary, path: string) => sendToConsole(admin, 'GET', `/references/${path}`)

// bulkDeletion.test.ts has the numbers of the other resources.
test('references count what the deletion of a record or an account changes or deletes', async (library) => {
  const { admin, user } = library
  await createFixtures(admin)
  for (const client of [admin, user]) await client.post('/tracks/1/like')
  const { id } = (await user.get('/me')).body
  expect((await count(library, 'tracks/1')).body).toEqual({ likes: 2, artists: 1, genres: 1 })
  expect((await count(library, `users/${id}`)).body).toEqual({ tokens: 1, likes: 1 })
})

test('a record that does not exist is a 404 that names it', async (library) => {
  for (const [path, message] of [
    ['labels/99', 'Label 99 was not found.'],
    ['albums/%FF', 'Album %FF was not found.'],
    ['users/99', 'User 99 was not found.'],
  ] as const)
    expect(await count(library, path)).toMatchObject({ status: 404, body: { message } })
})
