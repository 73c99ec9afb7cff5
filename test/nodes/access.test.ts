import { expect } from 'bun:test'
import { client } from '../support/client.ts'
import { password } from '../support/library.ts'
import { openRawConnection } from '../support/rawConnection.ts'
import { anyNode } from './anyNode.ts'
import type { Cluster } from './cluster.ts'
import { sharedClusterTest } from './sharedCluster.ts'

// What a node decides about access holds on the others with their next request.

const test = sharedClusterTest()

/** What each node responds to GET /me with a token. */
const statusesOf = async ({ nodes }: Cluster, token?: string) => {
  const responses = await Promise.all(nodes.map(({ url }) => client(url, token).get('/me')))
  return responses.map(({ status }) => status)
}

test('a token is accepted by every node from its log-in on, and by none after its log-out', async (cluster) => {
  await cluster.createAccount('ada@example.com')
  for (const node of cluster.nodes) {
    const { status, body } = await client(node.url).post('/login', { email: 'ada@example.com', password })
    expect(status).toBe(200)
    expect(await statusesOf(cluster, body.token)).toEqual([200, 200, 200])
    await anyNode(cluster, body.token).post('/logout')
    expect(await statusesOf(cluster, body.token)).toEqual([401, 401, 401])
  }
})

test('a token that the console makes and revokes is accepted and rejected by every node', async (cluster) => {
  const admin = anyNode(cluster, cluster.adminToken)
  const { status, body } = await admin.post('/../console/api/tokens', { user_id: 1, name: 'player' })
  expect(status).toBe(201)
  expect(await statusesOf(cluster, body.token)).toEqual([200, 200, 200])
  expect((await admin.delete(`/../console/api/tokens/${body.id}`)).status).toBe(204)
  expect(await statusesOf(cluster, body.token)).toEqual([401, 401, 401])
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
