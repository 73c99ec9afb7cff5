import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const admin = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

/** Changes the file as other programs may. */
const change = (file: string, sql: string) => {
  const script = `const { Database } = require('bun:sqlite'); const db = new Database(process.argv[1]); db.run(process.argv[2])`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', script, file, sql])
  if (exitCode !== 0) throw new Error(String(stderr))
}

test('what another program changes shows in the next response', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'library.db')
  await using server = await serveBinary(['--sample', '--database', file], { cwd: folder.path, env: admin })
  const login = { email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD }
  const { token } = (await client(server.url).post('/login', login)).body
  const adminClient = client(server.url, token)
  const both = async () => [
    (await adminClient.get('/labels/1')).body.name,
    (await adminClient.get('/labels')).body[0].name,
  ]
  await both()
  for (const name of ['One', 'Two', 'Three']) {
    change(file, `UPDATE labels SET name = '${name}' WHERE id = 1`)
    expect(await both()).toEqual([name, name])
  }

  await Bun.write(join(folder.path, 'catalogue.json'), JSON.stringify({ labels: [{ key: 'new', name: 'Seeded' }] }))
  expect((await runBinary(['seed', 'catalogue.json', '--database', file], { cwd: folder.path })).code).toBe(0)
  expect((await adminClient.get('/labels')).body.at(-1).name).toBe('Seeded')

  change(file, `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'user')`)
  expect((await adminClient.get('/users')).status).toBe(403)
  change(file, `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'admin')`)
  expect((await adminClient.get('/users')).status).toBe(200)
  change(file, 'DELETE FROM tokens')
  for (const path of ['/labels', '/labels/1', '/tracks', '/me']) expect((await adminClient.get(path)).status).toBe(401)
})
