import { afterAll, beforeAll, expect } from 'bun:test'
import { join } from 'node:path'
import { version } from '../../package.json'
import { readReleaseVersion } from '../../scripts/release/version.ts'
import { binary } from '../support/binary.ts'
import { emptyFolder } from '../support/folder.ts'
import { isLongForm } from '../support/longForm.ts'
import { run, runOk } from '../support/process.ts'
import { askingFor } from '../support/programs.ts'
import { buildTimeoutMs } from '../support/shared/release.ts'
import { builtRelease, canBuildRelease, releasePrograms, releaseTest } from './built.ts'
import { debPaths } from './debPaths.ts'
import { linesOf, newestGlibc } from './output.ts'

const name = `music-library_${version}_amd64.deb`
const temporary = emptyFolder()
const tree = join(temporary.path, 'tree')
let deb = ''

const unpack = async () => {
  if (!canBuildRelease) return
  deb = join(await builtRelease(), name)
  await runOk(['dpkg-deb', '--raw-extract', deb, tree], temporary.path)
}

beforeAll(askingFor(releasePrograms, unpack), buildTimeoutMs)
afterAll(() => temporary[Symbol.dispose]())

const read = async (path: string) => await Bun.file(join(tree, path)).text()
const readCompressed = async (path: string) => await runOk(['gzip', '--decompress', '--stdout', path], tree)

releaseTest('the package has these files, which belong to root and have the date of the release', async () => {
  const date = (await readReleaseVersion()).date.toISOString().replace('T', ' ').slice(0, 16)
  const lines = linesOf(await runOk(['dpkg-deb', '--contents', deb], temporary.path, { env: { TZ: 'UTC' } }))
  const entries = lines.map((line) => /^(\S+) (\S+) +\d+ (\S+ \S+) \.\/(.*)$/.exec(line)?.slice(1) ?? [line])
  const files = entries.filter(([, , , path]) => path !== '' && !path?.endsWith('/'))
  expect(files).toEqual(
    debPaths.map((path) => [path === 'usr/bin/music-library' ? '-rwxr-xr-x' : '-rw-r--r--', 'root/root', date, path]),
  )
  for (const [mode, owner, time, path] of entries) {
    if (path === '' || path?.endsWith('/')) expect([mode, owner, time]).toEqual(['drwxr-xr-x', 'root/root', date])
  }
})

releaseTest('the control file has the version, the architecture and what the executable needs', async () => {
  const fields = Object.fromEntries(
    [...(await read('DEBIAN/control')).matchAll(/^(\S+): (.*)$/gm)].map((match) => match.slice(1)),
  )
  const sizes = await Promise.all(
    debPaths.map(async (path) => Math.ceil((await Bun.file(join(tree, path)).stat()).size / 1024)),
  )
  expect(fields).toMatchObject({
    Package: 'music-library',
    Version: version,
    Architecture: 'amd64',
    'Installed-Size': String(sizes.reduce((total, size) => total + size)),
    Depends: 'libc6 (>= 2.17), systemd | systemd-standalone-sysusers | systemd-sysusers',
  })
  expect(await newestGlibc(isLongForm ? join(tree, 'usr/bin/music-library') : await binary())).toBe(17)
})

releaseTest('the settings are kept at upgrades, and the sums of all files are right', async () => {
  expect(await read('DEBIAN/conffiles')).toBe('/etc/music-library.toml\n')
  expect(linesOf(await read('DEBIAN/md5sums')).map((line) => line.slice(34))).toEqual(debPaths)
  await runOk(['md5sum', '--check', '--quiet', 'DEBIAN/md5sums'], tree)
})

releaseTest('the unit starts the executable of the package, as the user that the package makes', async () => {
  const unit = await read('usr/lib/systemd/system/music-library.service')
  expect(unit).toContain('ExecStart=/usr/bin/music-library serve --config /etc/music-library.toml\n')
  expect(unit).not.toContain('/usr/local')
  const user = /^User=(.*)$/m.exec(unit)?.[1]
  expect(await read('usr/lib/sysusers.d/music-library.conf')).toContain(`\nu ${user} - `)
  expect(await read('etc/music-library.toml')).toContain('database = "/var/lib/music-library/library.db"')
  expect(await runOk([join(tree, 'usr/bin/music-library'), '--version'], tree)).toContain(version)
})

releaseTest('the scripts of the package are valid, and do nothing for an action that is not theirs', async () => {
  for (const script of ['postinst', 'prerm', 'postrm']) {
    await runOk(['sh', '-n', `DEBIAN/${script}`], tree)
    const result = await run(['sh', `DEBIAN/${script}`, 'failed-upgrade', '0.1.0'], tree)
    expect(result).toEqual({ code: 0, out: '', err: '' })
  }
})

releaseTest('copyright has all licences, and the changelog that Debian reads has the version', async () => {
  const doc = 'usr/share/doc/music-library'
  const copyright = await read(`${doc}/copyright`)
  expect(copyright).toStartWith('Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n')
  for (const text of ['License: Expat', ' elysia 1.', ' react 19.', ' Bun ']) expect(copyright).toContain(text)
  expect(await readCompressed(`${doc}/changelog.gz`)).toStartWith(`music-library (${version}) stable;`)
  expect(await readCompressed(`${doc}/CHANGELOG.md.gz`)).toStartWith('# Changelog')
  expect(await readCompressed('usr/share/man/man1/music-library.1.gz')).toContain('music-library')
})
