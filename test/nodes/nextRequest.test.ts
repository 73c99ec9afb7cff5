import { afterAll, expect } from 'bun:test'
import { listChanges, openChangeStream, readAllChanges } from '../support/changeStream.ts'
import { client } from '../support/client.ts'
import { concurrently, countStatuses } from '../support/concurrency.ts'
import { createFixtures } from '../support/createFixtures.ts'
import { fixtureTest } from '../support/fixtureTest.ts'
import { password } from '../support/library.ts'
import { postgresTest } from '../support/programs.ts'
import { openRawConnection } from '../support/rawConnection.ts'
import { search } from '../support/search.ts'
import { sharedPostgres } from '../support/testDatabase.ts'
import { anyNode } from './anyNode.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { startInProcess } from './node.ts'

// What one node stores or decides holds on the others with their next request. The tests share a cluster: each creates its own records and
// accounts. `randomCache.test.ts` compares all kinds of responses, mostly of records that no node has in its cache.

let starting: Promise<Cluster> | undefined
afterAll(async () => (await starting)?.[Symbol.asyncDispose]())

const test = fixtureTest(async () => {
  starting ??= sharedPostgres().then((postgres) => startCluster(postgres, startInProcess))
  // The cluster stays for the next test.
  return { ...(await starting), [Symbol.asyncDispose]: async () => {} }
}, postgresTest)

/** What each node responds to GET /me with a token. */
const statusesOf = async ({ nodes }: Cluster, token?: string) => {
  const responses = await Promise.all(nodes.map(({ url }) => client(url, token).get('/me')))
  return responses.map(({ status }) => status)
}

test('a token is accepted by every node from its login on, and by none after its logout', async (cluster) => {
  await cluster.createAccount('ada@example.com')
  for (const node of cluster.nodes) {
    const { status, body } = await client(node.url).post('/login', { email: 'ada@example.com', password })
    expect(status).toBe(200)
    expect(await statusesOf(cluster, body.token)).toEqual([200, 200, 200])
    await anyNode(cluster, body.token).post('/logout')
    expect(await statusesOf(cluster, body.token)).toEqual([401, 401, 401])
  }
})

test('a new role, a new password and a deletion take effect on every node', async (cluster) => {
  const token = await cluster.createAccount('bob@example.com')
  const admin = anyNode(cluster, cluster.adminToken)
  const { id } = (await client(cluster.nodes[1]?.url ?? '', token).get('/me')).body
  const roleOf = async (caller: string) => (await anyNode(cluster, caller).get('/me')).body.role_id
  const adminRole = await roleOf(cluster.adminToken)
  const statuses = async () => {
    const responses = await Promise.all(cluster.nodes.map(({ url }) => client(url, token).get('/users')))
    return responses.map(({ status }) => status)
  }
  expect(await statuses()).toEqual([403, 403, 403])
  const change = async (body: object) => expect((await admin.put(`/users/${id}`, body)).status).toBe(200)
  await change({ role_id: adminRole })
  expect(await statuses()).toEqual([200, 200, 200])
  await change({ password: 'another horse' })
  expect(await statuses()).toEqual([401, 401, 401])
  const login = { email: 'bob@example.com', password: 'another horse' }
  for (const { url } of cluster.nodes) expect((await client(url).post('/login', login)).status).toBe(200)
  await admin.delete(`/users/${id}`)
  for (const { url } of cluster.nodes) expect((await client(url).post('/login', login)).status).toBe(422)
})

test('a caller whom another node demotes while the body is on its way learns nothing from the response', async (cluster) => {
  const [first, second] = cluster.nodes
  const admin = client(second?.url ?? '', cluster.adminToken)
  const { id: adminRole } = (await admin.get('/me')).body.role
  const token = await cluster.createAccount('nica@example.com')
  const { id, role_id: userRole } = (await client(second?.url ?? '', token).get('/me')).body
  await admin.put(`/users/${id}`, { role_id: adminRole })
  const body = JSON.stringify({ name: '' })
  using connection = await openRawConnection(first?.url ?? '')
  connection.write(
    `PUT /api/labels/999 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 3)}`,
  )
  // The node reads what has arrived before it reads these requests.
  for (let n = 0; n < 3; n++) expect((await client(first?.url ?? '', token).get('/users')).status).toBe(200)
  await admin.put(`/users/${id}`, { role_id: userRole })
  connection.write(body.slice(3))
  expect(await connection.closed).toStartWith('HTTP/1.1 403 ')
})

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
  for (const name of ['Blue Note', 'Verve']) {
    const { body: renamed } = await admin.put(`/labels/${label.id}`, { name })
    expect(renamed.name).toBe(name)
    await expectOnAll(cluster, '/labels', [...others, renamed])
    await expectOnAll(cluster, `/labels/${label.id}`, renamed)
  }
  await admin.delete(`/labels/${label.id}`)
  await expectOnAll(cluster, '/labels', others)
  await expectOnAll(cluster, `/labels/${label.id}`, { message: `Label ${label.id} was not found.` })
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
  const { body: list } = await admin.get('/labels')
  expect(list.filter(({ name }: { name: string }) => name.startsWith('label '))).toHaveLength(60)
  const account = { name: 'Cecil', email: 'cecil@example.com', password, password_confirmation: password }
  const visitor = anyNode(cluster)
  const registered = await concurrently(9, () => visitor.post('/register', account))
  expect(countStatuses(registered)).toEqual({ 201: 1, 400: 8 })
})

test('streams of all nodes have the same changes in the same order, and end when another node revokes the token', async (cluster) => {
  const { nodes, adminToken } = cluster
  const admin = anyNode(cluster, adminToken)
  const { track, genre } = await createFixtures(admin)
  const token = await cluster.createAccount('grace@example.com')
  const user = anyNode(cluster, token)
  const likePath = `/tracks/${track.id}/like`
  const since = (await listChanges(user, '?since=now')).body.next
  const streams = await Promise.all(nodes.map(({ url }) => openChangeStream(url, { token })))
  await concurrently(60, async (n) => {
    if (n % 3 === 0) await user.post(likePath).then(() => user.delete(likePath))
    else if (n % 3 === 1) await admin.post('/labels', { name: `${n}` })
    else await admin.put(`/genres/${genre.id}`, { name: `${n}` })
  })
  const changes = await readAllChanges(user, 1_000, since)
  expect(changes.length).toBeGreaterThanOrEqual(40)
  for (const stream of streams) {
    await stream.until(changes.length)
    expect(stream.changes).toEqual(changes)
  }
  // A node takes the stream of another one over.
  const [first, second] = nodes
  streams[0]?.close()
  await admin.post('/labels', { name: 'last' })
  const resumed = await openChangeStream(second?.url ?? '', { token }, { lastEventId: streams[0]?.lastId ?? '' })
  await resumed.until(1)
  expect(resumed.changes).toMatchObject([{ resource: 'labels', type: 'created' }])
  await client(first?.url ?? '', token).post('/logout')
  await Promise.all([resumed, ...streams].map(({ ended }) => ended))
})
