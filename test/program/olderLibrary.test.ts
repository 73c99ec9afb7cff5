import { expect, test } from 'bun:test'
import { migrations } from '../../migrations/index.ts'
import { verifyLibrary } from '../../src/library/file/integrity.ts'
import { createCliFolder, failure } from '../support/cliFolder.ts'
import { createOldLibrary, readAllRows } from '../support/fixtures.ts'

const oldSchema = migrations.length - 1

const createOld = () => {
  const folder = createCliFolder()
  const file = folder.pathOf('library.db')
  createOldLibrary(oldSchema, file)
  const run = (command: string, stdin = '') => folder.run(`${command} --database library.db`, { stdin })
  return { ...folder, file, run }
}

const readingCommands = [
  'user list',
  'token list',
  'token prune --unused-for 90d --dry-run',
  'invite list',
  'audit',
  'undo 1 --dry-run',
  'export',
  'export --accounts',
  'seed --sample --dry-run',
]

test('a command that only reads does not upgrade a library of an older program, and says what does', async () => {
  using folder = createOld()
  const before = readAllRows(folder.file)
  const refusal = failure(
    `${folder.file} has schema ${oldSchema} of an older program, and this command does not upgrade it, because it only reads. Start the server, which upgrades it to schema ${migrations.length} and keeps a snapshot, or use the older program.`,
  )
  for (const command of readingCommands) expect([command, await folder.run(command)]).toEqual([command, refusal])
  for (const command of ['doctor', 'backup copy.db', 'config']) {
    const { code } = await folder.run(command)
    expect([command, code]).toEqual([command, 0])
  }
  expect(verifyLibrary(folder.file).schema).toBe(oldSchema)
  expect(readAllRows(folder.file)).toEqual(before)
  expect(folder.list().filter((name) => name.includes('.schema-'))).toEqual([])
})

test('a command that writes upgrades a library of an older program, says so, and keeps a snapshot', async () => {
  using folder = createOld()
  const { code, err } = await folder.run('user add new@example.com', 'a long secret')
  expect(code).toBe(0)
  const [, snapshot = ''] =
    /^Upgraded \S+library\.db from an older program\. A snapshot from before the upgrade is at (\S+)\n$/.exec(err) ?? []
  expect(verifyLibrary(snapshot).schema).toBe(oldSchema)
  expect(verifyLibrary(folder.file).schema).toBe(migrations.length)
  expect((await folder.run('user list')).out).toContain('new@example.com')
})
