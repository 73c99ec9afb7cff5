import { expect } from 'bun:test'
import { sendToConsole } from '../support/consoleApi.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { libraryTest } from '../support/fixtureTest.ts'
import { compareSearch, type Parameters, search } from '../support/search.ts'

const orders = ['albums', '-albums', 'tracks', '-tracks']

libraryTest('the orders by numbers of albums and tracks follow each write of a link', async ({ admin, user }) => {
  const { create } = await createFixtures(admin)
  for (const name of ['Warp', 'Blue Note']) await create('/labels', { name })
  for (const name of ['Can', 'Neu!']) await create('/artists', { name })
  for (const title of ['Tago Mago', 'Future Days']) await create('/albums', { title, label_id: 2 })
  for (const [index, album_id] of [2, 2, 3, null].entries())
    await create('/tracks', { title: `${index}`, file_path: `${index}.flac`, album_id, artist_ids: [2, 3] })
  const compareOrders = async () => {
    for (const kind of ['labels', 'artists'] as const)
      for (const sort of orders) await compareSearch(user, kind, { sort })
  }
  await compareOrders()
  const writes = [
    () => admin.put('/tracks/2', { title: '0', file_path: '0.flac', album_id: 2, artist_ids: [3] }),
    () => admin.put('/tracks/3', { title: '1', file_path: '1.flac', album_id: 3, artist_ids: [2, 3] }),
    () => admin.put('/albums/3', { title: 'Future Days', label_id: 3 }),
    () => admin.post('/artists', { name: 'Faust' }),
    () => sendToConsole(admin, 'POST', '/artists/2/merge', { from: [3] }),
    () => admin.delete('/albums/2'),
    () => admin.delete('/tracks/4'),
    () => admin.delete('/labels/3'),
    () => admin.delete('/artists/2'),
  ]
  for (const write of writes) {
    expect((await write()).status).toBeLessThan(300)
    await compareOrders()
  }
  // With words, and filters.
  const filters: Parameters[] = [{ q: 'f' }, { label_id: 'none' }, { q: 'fau', label_id: 'none', offset: '1' }]
  for (const parameters of filters) await compareSearch(user, 'artists', { sort: '-tracks', ...parameters })
})

libraryTest('only labels and artists are sorted by numbers of albums and tracks', async ({ user }) => {
  for (const kind of ['genres', 'albums', 'tracks'])
    expect((await search(user, `/${kind}?sort=albums`)).status).toBe(400)
  expect((await search(user, '/labels?sort=artists')).status).toBe(400)
})
