import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { targets } from '../../scripts/release/targets.ts'

const root = join(import.meta.dir, '../..')
const pages = [
  'README.md',
  'docs/install.md',
  'docs/on-a-server.md',
  'docs/containers-at-home.md',
  'docs/building-on-it.md',
  'docs/testing-with-it.md',
]
const page = await Bun.file(join(root, 'docs/install.md')).text()

test('the names of files in the docs have the version of the program', async () => {
  for (const name of pages) {
    const text = await Bun.file(join(root, name)).text()
    const versions = [...text.matchAll(/music-library[-_:](\d+\.\d+\.\d+)/g)].map(
      ([, found = '']) => `${name}: ${found}`,
    )
    expect(new Set(versions)).toEqual(new Set(versions.length > 0 ? [`${name}: ${version}`] : []))
  }
  expect(page).toContain(`he files of version ${version}`)
})

test('commands that read the journal have sudo: without it, they print nothing for most users', async () => {
  const deploy = ['deploy/prometheus-rules.yml', 'deploy/debian/README.Debian', 'deploy/debian/postinst']
  for (const name of [...new Bun.Glob('docs/*.md').scanSync(root), ...deploy]) {
    // A unit runs its commands as root.
    const text = (await Bun.file(join(root, name)).text()).replaceAll(/^ExecStart=.*$/gm, '')
    expect([name, text.match(/(?<!sudo )\bjournalctl -.*/g)]).toEqual([name, null])
  }
})

test('the settings that matter on a server are lines of the configuration file of the service', async () => {
  const [, table = ''] = (await Bun.file(join(root, 'docs/on-a-server.md')).text()).split('| Line | Why |')
  const lines = [...table.matchAll(/^\| `([\w-]+ = .+?)` \|/gm)].map(([, line = '']) => line)
  expect(lines.length).toBeGreaterThan(4)
  const file = (await Bun.file(join(root, 'deploy/music-library.toml')).text()).split('\n')
  expect(lines.filter((line) => !file.includes(line) && !file.includes(`#${line}`))).toEqual([])
})

test('the page names the file of each target, and no other', () => {
  const extension = (os: string) => (os === 'win32' ? 'zip' : 'tar.xz')
  const archives = targets.map(({ name, os }) => `music-library-${version}-${name}.${extension(os)}`)
  const named = [...page.matchAll(/`(music-library-[\w.-]+\.(?:tar\.xz|zip))`/g)].map(([, file = '']) => file)
  expect(new Set(named)).toEqual(new Set(archives))
})
