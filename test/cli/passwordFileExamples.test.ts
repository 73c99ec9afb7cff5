import { expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '../support/folder.ts'

const root = join(import.meta.dir, '../..')
const pages = ['README.md', ...new Bun.Glob('docs/*.md').scanSync(root)]

test('each example that writes a password file ends with mode 600', () => {
  const lines = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').split('\n'))
  const examples = lines.filter((line) => /(?:> ?|tee |\binstall .*)\S*password\b/.test(line))
  expect(examples.length).toBeGreaterThanOrEqual(2)
  for (const example of examples) expect(example).toContain(' 600 ')
})

test('the password file of the README can be read by its owner alone', () => {
  using folder = emptyFolder()
  const command = readFileSync(join(root, 'README.md'), 'utf8')
    .split('\n')
    .find((line) => line.includes('> admin-password'))
  expect(Bun.spawnSync(['sh', '-c', `umask 022; ${command}`], { cwd: folder.path }).exitCode).toBe(0)
  expect(statSync(join(folder.path, 'admin-password')).mode & 0o777).toBe(0o600)
})
