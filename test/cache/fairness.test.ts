import { expect, test } from 'bun:test'
import { createFixtures } from '../contract/createFixtures.ts'
import { startTestLibrary } from '../support/library.ts'

test.each([
  ['kept whole', 64],
  ['too long for that', 1],
])('while a list that is %s is made and sent, others are answered', async (_, megabytes) => {
  await using library = await startTestLibrary({ cacheBytes: megabytes * 1_048_576 })
  const { made } = await createFixtures(library.admin)
  const body = { title: 'x'.repeat(200), file_path: 'x', artist_ids: [1], genre_ids: [1], album_id: 1 }
  for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 100 }, () => made('/tracks', body)))
  let [listed, answered] = [false, 0]
  const list = library.user.get('/tracks').then((answer) => {
    listed = true
    return answer
  })
  while (!listed) {
    expect((await library.admin.get('/labels/1')).status).toBe(200)
    answered++
  }
  expect((await list).body).toHaveLength(2001)
  expect(answered).toBeGreaterThan(5)
})
