import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { runBinary, serveBinary } from '../support/binary.ts'
import { client } from '../support/client.ts'
import { emptyFolder } from '../support/folder.ts'

const adminEnv = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse' }

/** Runs SQL on the file of a library, in another process. */
const runSql = (file: string, sql: string) => {
  const script = `const { Database } = require('bun:sqlite'); const db = new Database(process.argv[1]); db.run(process.argv[2])`
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, '-e', script, file, sql])
  if (exitCode !== 0) throw new Error(String(stderr))
}

test('a change by another process is in the next response', async () => {
  using folder = emptyFolder()
  const file = join(folder.path, 'library.db')
  await using server = await serveBinary(['--sample', '--database', file], { cwd: folder.path, env: adminEnv })
  const login = { email: adminEnv.ADMIN_EMAIL, password: adminEnv.ADMIN_PASSWORD }
  const { token } = (await client(server.url).post('/login', login)).body
  const admin = client(server.url, token)
  const readNames = async () => [(await admin.get('/labels/1')).body.name, (await admin.get('/labels')).body[0].name]
  await readNames()
  for (const name of ['One', 'Two', 'Three']) {
    runSql(file, `UPDATE labels SET name = '${name}' WHERE id = 1`)
    expect(await readNames()).toEqual([name, name])
  }

  await Bun.write(join(folder.path, 'catalogue.json'), JSON.stringify({ labels: [{ key: 'new', name: 'Seeded' }] }))
  expect((await runBinary(['seed', 'catalogue.json', '--database', file], { cwd: folder.path })).code).toBe(0)
  expect((await admin.get('/labels')).body.at(-1).name).toBe('Seeded')

  runSql(file, `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'user')`)
  expect((await admin.get('/users')).status).toBe(403)
  runSql(file, `UPDATE users SET role_id = (SELECT id FROM roles WHERE name = 'admin')`)
  expect((await admin.get('/users')).status).toBe(200)
  runSql(file, 'DELETE FROM tokens')
  for (const path of ['/labels', '/labels/1', '/tracks', '/me']) expect((await admin.get(path)).status).toBe(401)
})
