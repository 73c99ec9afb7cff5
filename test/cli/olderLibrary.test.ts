import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { verifyLibrary } from '../../src/library/integrity.ts'
import { runBinary } from '../support/binary.ts'
import { createOldLibrary, readAllRows } from '../support/fixtures.ts'
import { emptyFolder } from '../support/folder.ts'

const oldSchema = migrations.length - 1

const createOld = () => {
  const folder = emptyFolder()
  const path = join(folder.path, 'library.db')
  createOldLibrary(oldSchema, path)
  const run = (args: string[], stdin = '') =>
    runBinary([...args, '--database', 'library.db'], { cwd: folder.path, stdin })
  return { ...folder, file: path, run }
}

test.each([
  [['user', 'list']],
  [['token', 'list']],
  [['token', 'prune', '--unused-for', '90d', '--dry-run']],
  [['invite', 'list']],
  [['audit']],
  [['export']],
  [['export', '--accounts']],
  [['seed', '--sample', '--dry-run']],
])('%p does not upgrade a library of an older program, and says what does', async (args) => {
  using folder = createOld()
  const before = readAllRows(folder.file)
  expect(await folder.run(args)).toEqual({
    code: 1,
    out: '',
    err: `music-library: ${folder.file} has schema ${oldSchema} of an older program, and this command does not upgrade it, because it only reads. Start the server, which upgrades it to schema ${migrations.length} and keeps a snapshot, or use the older program.\n`,
  })
  expect(verifyLibrary(folder.file).schema).toBe(oldSchema)
  expect(readAllRows(folder.file)).toEqual(before)
  expect(readdirSync(folder.path).filter((name) => name.includes('.schema-'))).toEqual([])
})

test.each([[['doctor']], [['backup', 'copy.db']], [['config']]])(
  '%p reads a library of an older program as it is',
  async (args) => {
    using folder = createOld()
    expect((await folder.run(args)).code).toBe(0)
    expect(verifyLibrary(folder.file).schema).toBe(oldSchema)
  },
)

test('a command that writes upgrades a library of an older program, says so, and keeps a snapshot', async () => {
  using folder = createOld()
  const { code, err } = await folder.run(['user', 'add', 'new@example.com'], 'a long secret')
  expect(code).toBe(0)
  const [, snapshot = ''] =
    /^Upgraded \S+library\.db from an older program\. How it was before is at (\S+)\n$/.exec(err) ?? []
  expect(verifyLibrary(snapshot).schema).toBe(oldSchema)
  expect(verifyLibrary(folder.file).schema).toBe(migrations.length)
  expect((await folder.run(['user', 'list'])).out).toContain('new@example.com')
})
