import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { search } from '../support/search.ts'
import { anyNode } from './anyNode.ts'
import type { Cluster } from './cluster.ts'
import { sharedClusterTest } from './sharedCluster.ts'

// What one node stores is in the next response of every other node.

const test = sharedClusterTest()

/** The body of the same GET at each node. The first time it is read from the database, later from the cache. */
const readFromAll = async ({ nodes }: Cluster, token: string, path: string) =>
  Promise.all(nodes.map(async ({ url }) => (await client(url, token).get(path)).body))

const expectOnAll = async (cluster: Cluster, path: string, expected: unknown) => {
  const bodies = await readFromAll(cluster, cluster.adminToken, path)
  expect(bodies).toEqual(cluster.nodes.map(() => expected))
}

test('a record that one node creates, changes or deletes is so in the lists and the records of all nodes', async (cluster) => {
  const admin = anyNode(cluster, cluster.adminToken)
  const others = (await admin.get('/labels')).body
  await expectOnAll(cluster, '/labels', others)
  const { body: label } = await admin.post('/labels', { name: 'Columbia' })
  await expectOnAll(cluster, '/labels', [...others, label])
  await expectOnAll(cluster, `/labels/${label.id}`, label)
  for (const name of ['Blue Note', 'Verve', 'Impulse!']) {
    const { body: renamed } = await admin.put(`/labels/${label.id}`, { name })
    expect(renamed.name).toBe(name)
    await expectOnAll(cluster, '/labels', [...others, renamed])
    await expectOnAll(cluster, `/labels/${label.id}`, renamed)
  }
  await admin.delete(`/labels/${label.id}`)
  await expectOnAll(cluster, '/labels', others)
  await expectOnAll(cluster, `/labels/${label.id}`, { message: `Label ${label.id} was not found.` })
})

test('a record that is nested in others is changed in the responses of all nodes', async (cluster) => {
  const admin = anyNode(cluster, cluster.adminToken)
  const { track, artist, genre, album, label } = await createFixtures(admin)
  const names = async () => {
    const bodies = await readFromAll(cluster, cluster.adminToken, `/tracks/${track.id}`)
    return bodies.map((body) => [
      body.artists[0]?.name,
      body.genres[0]?.name,
      body.album?.title,
      body.album?.label?.name,
    ])
  }
  const onAll = (expected: unknown[]) => cluster.nodes.map(() => expected)
  expect(await names()).toEqual(onAll(['Miles Davis', 'Modal jazz', 'Kind of Blue', 'Columbia']))
  await admin.put(`/artists/${artist.id}`, { name: 'Miles' })
  await admin.put(`/genres/${genre.id}`, { name: 'Jazz' })
  await admin.put(`/albums/${album.id}`, { title: 'Blue' })
  await admin.put(`/labels/${label.id}`, { name: 'CBS' })
  expect(await names()).toEqual(onAll(['Miles', 'Jazz', 'Blue', 'CBS']))
  await admin.delete(`/artists/${artist.id}`)
  await admin.put(`/tracks/${track.id}`, { genre_ids: [] })
  await admin.delete(`/albums/${album.id}`)
  expect(await names()).toEqual(onAll([undefined, undefined, undefined, undefined]))
})

test('a like at one node is in the likes of the account at all nodes, and of no other account', async (cluster) => {
  const { track } = await createFixtures(anyNode(cluster, cluster.adminToken))
  const token = await cluster.createAccount('ada@example.com')
  const idsOf = async (caller: string) => {
    const bodies = await readFromAll(cluster, caller, '/me/likes')
    return bodies.map((likes) => likes.map(({ id }: { id: number }) => id))
  }
  const user = anyNode(cluster, token)
  for (let n = 0; n < cluster.nodes.length; n++) {
    expect(await idsOf(token)).toEqual([[], [], []])
    await user.post(`/tracks/${track.id}/like`)
    expect(await idsOf(token)).toEqual([[track.id], [track.id], [track.id]])
    expect(await idsOf(cluster.adminToken)).toEqual([[], [], []])
    await user.delete(`/tracks/${track.id}/like`)
    // So that each round begins at another node.
    await user.get('/me')
    await user.get('/me')
  }
})

test('a search at any node finds what another one has stored, and no longer what it has deleted', async (cluster) => {
  const admin = anyNode(cluster, cluster.adminToken)
  const found = async (query: string) => {
    const results = await Promise.all(
      cluster.nodes.map(({ url }) => search(client(url, cluster.adminToken), `/labels?q=${query}`)),
    )
    return results.map(({ body }) => body.map(({ name }: { name: string }) => name))
  }
  const { body } = await admin.post('/labels', { name: 'Röd Skiva' })
  expect(await found('rod')).toEqual([['Röd Skiva'], ['Röd Skiva'], ['Röd Skiva']])
  await admin.put(`/labels/${body.id}`, { name: 'Blå Skiva' })
  expect(await found('rod')).toEqual([[], [], []])
  expect(await found('bla')).toEqual([['Blå Skiva'], ['Blå Skiva'], ['Blå Skiva']])
  await admin.delete(`/labels/${body.id}`)
  expect(await found('skiva')).toEqual([[], [], []])
})

test('concurrent writes at all nodes get different ids, and an email can be taken once', async (cluster) => {
  const admin = anyNode(cluster, cluster.adminToken)
  const created = await concurrently(60, (n) => admin.post('/labels', { name: `label ${n}` }))
  expect(countStatuses(created)).toEqual({ 201: 60 })
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(60)
  const [list] = await readFromAll(cluster, cluster.adminToken, '/labels')
  expect(list.filter(({ name }: { name: string }) => name.startsWith('label '))).toHaveLength(60)
  const account = { name: 'Nica', email: 'nica@example.com', password: 'lovelace!', password_confirmation: 'lovelace!' }
  const visitor = anyNode(cluster)
  const registered = await concurrently(9, () => visitor.post('/register', account))
  expect(countStatuses(registered)).toEqual({ 201: 1, 400: 8 })
})
