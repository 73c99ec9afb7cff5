import { expect } from 'bun:test'
import { serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'
import { postgresTest } from '../support/programs.ts'
import { openSql } from '../support/sql.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

const admin = { email: 'admin@example.com', password: 'correct horse' }

postgresTest(
  'three nodes that start at once create one library with one first admin, who can log in at all of them',
  async () => {
    await using database = await createTestDatabase()
    using folder = emptyFolder()
    const env = { DATABASE_URL: database.url, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
    await using servers = new AsyncDisposableStack()
    const nodes = await Promise.all([1, 2, 3].map(() => serveBinary([], { cwd: folder.path, env })))
    for (const node of nodes) servers.use(node)
    await using sql = openSql(database.url)
    expect(await sql.query('SELECT email FROM users')).toEqual([{ email: admin.email }])
    expect(await sql.query('SELECT count(*) AS count FROM library_state')).toEqual([{ count: 1 }])
    const tokens = await Promise.all(
      nodes.map(async ({ url }) => {
        const { status, body } = await client(url).post('/login', admin)
        expect(status).toBe(200)
        return body.token
      }),
    )
    for (const { url } of nodes)
      for (const token of tokens) expect((await client(url, token).get('/me')).status).toBe(200)
    for (const node of nodes) expect((await node.stop()).code).toBe(0)
  },
)
