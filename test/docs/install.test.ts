import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { targets } from '../../scripts/release/targets.ts'

const root = join(import.meta.dir, '../..')
const pages = ['README.md', 'docs/install.md', 'docs/on-a-server.md', 'docs/building-on-it.md']
const page = await Bun.file(join(root, 'docs/install.md')).text()

test('the names of files in the docs have the version of the program', async () => {
  for (const name of pages) {
    const text = await Bun.file(join(root, name)).text()
    const versions = [...text.matchAll(/music-library[-_:](\d+\.\d+\.\d+)/g)].map(
      ([, found = '']) => `${name}: ${found}`,
    )
    expect(new Set(versions)).toEqual(new Set(versions.length > 0 ? [`${name}: ${version}`] : []))
  }
  expect(page).toContain(`The files of version ${version} are`)
})

test('the page names the file of each target, and no other', () => {
  const extension = (os: string) => (os === 'win32' ? 'zip' : 'tar.xz')
  const archives = targets.map(({ name, os }) => `music-library-${version}-${name}.${extension(os)}`)
  const named = [...page.matchAll(/`(music-library-[\w.-]+\.(?:tar\.xz|zip))`/g)].map(([, file = '']) => file)
  expect(new Set(named)).toEqual(new Set(archives))
})
