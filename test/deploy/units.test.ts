import { expect, test } from 'bun:test'
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binary, runBinary } from '../support/binary.ts'
import { adminVariables, createCliFolder, logInAsAdmin } from '../support/cliFolder.ts'
import { flacFile } from '../support/flac.ts'
import { emptyFolder } from '../support/folder.ts'
import { programPath } from '../support/packages.ts'
import { runOk } from '../support/process.ts'
import { programTest } from '../support/programs.ts'

const deploy = join(import.meta.dir, '../../deploy')
const systemdTest = programTest('systemd-analyze')

const services = ['music-library.service', 'music-library-scan.service', 'music-library-offsite.service']
const timers = ['music-library-scan.timer', 'music-library-offsite.timer']

/** Copies the units into a folder, with the path of a program that exists. */
const copyUnits = (folder: string) => {
  const program = join(folder, 'music-library')
  writeFileSync(program, '', { mode: 0o755 })
  for (const name of services) {
    const text = readFileSync(join(deploy, name), 'utf8')
    writeFileSync(join(folder, name), text.replaceAll('/usr/local/bin/music-library', program))
  }
  for (const name of timers) copyFileSync(join(deploy, name), join(folder, name))
}

const analyze = (args: string[], cwd: string) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync([programPath('systemd-analyze'), ...args], { cwd })
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() }
}

systemdTest('systemd finds no error in the units, and rates their exposure as low', () => {
  using folder = emptyFolder()
  copyUnits(folder.path)
  const names = [...services, ...timers]
  expect(analyze(['verify', '--man=no', ...names.map((name) => `./${name}`)], folder.path)).toMatchObject({
    code: 0,
    err: '',
  })
  for (const [name = '', threshold] of [
    ['music-library.service', '13'],
    ['music-library-scan.service', '7'],
    // It needs a network and the files of two users.
    ['music-library-offsite.service', '23'],
  ]) {
    const args = ['security', '--offline=true', `--threshold=${threshold}`, '--no-pager', `./${name}`]
    expect(analyze(args, folder.path).code).toBe(0)
  }
})

test('the timers run every night, after the time that the docs say', () => {
  const times = timers.map((name) => /^OnCalendar=(.*)$/m.exec(readFileSync(join(deploy, name), 'utf8'))?.[1])
  expect(times).toEqual(['*-*-* 03:30', '*-*-* 04:30'])
})

test('the scan of every night keeps what people have changed', async () => {
  using folder = createCliFolder({ 'settings.toml': 'database = "library.db"\n' })
  mkdirSync(folder.pathOf('music'))
  folder.write('music/1.flac', flacFile({ TITLE: 'So What', ARTIST: 'John Coltrane' }, 562))
  symlinkSync(await binary(), folder.pathOf('music-library'))
  const unit = readFileSync(join(deploy, 'music-library-scan.service'), 'utf8')
  const [, script = ''] = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit) ?? []
  const scan = () =>
    runOk(['sh', '-c', script.replace('/etc/music-library.toml', 'settings.toml')], folder.path, {
      env: { PATH: `${folder.path}:${process.env.PATH}`, MUSIC: 'music', SCAN_FLAGS: '' },
    })
  await scan()
  await using server = await folder.serve('--config settings.toml', adminVariables)
  const admin = await logInAsAdmin(server)
  await admin.put('/tracks/1', { title: 'So What (mono)' })
  // What the tags say nothing about.
  await admin.post('/labels', { name: 'Impulse!' })
  await admin.post('/genres', { name: 'Modal' })
  await admin.put('/artists/1', { label_id: 1 })
  await admin.put('/tracks/1', { genre_ids: [1] })
  await scan()
  expect((await admin.get('/tracks')).body).toMatchObject([{ title: 'So What (mono)', genres: [{ name: 'Modal' }] }])
  expect((await admin.get('/artists/1')).body).toMatchObject({ label: { name: 'Impulse!' } })
})

test('a child that takes too much memory does not end its service', () => {
  for (const name of ['music-library.service', 'music-library-scan.service'])
    expect(readFileSync(join(deploy, name), 'utf8')).toMatch(/^MemoryMax=1G$(.|\n)*^OOMPolicy=continue$/m)
})

test('serve takes the configuration file, also with the settings that are comments in it', async () => {
  using folder = emptyFolder()
  const text = readFileSync(join(deploy, 'music-library.toml'), 'utf8')
  const password = join(folder.path, 'password')
  writeFileSync(password, 'a long secret\n', { mode: 0o600 })
  const all = text.replaceAll(/^#(?=[a-z-]+ = )/gm, '').replaceAll('/etc/music-library.password', password)
  writeFileSync(join(folder.path, 'shipped.toml'), text)
  writeFileSync(join(folder.path, 'all.toml'), all)
  const read = async (file: string) => {
    const { code, out } = await runBinary(['config', '--json', '--config', file], { cwd: folder.path })
    return { code, settings: JSON.parse(out) }
  }
  const [shipped, complete] = [await read('shipped.toml'), await read('all.toml')]
  expect([shipped.code, complete.code]).toEqual([0, 0])
  expect(shipped.settings).toMatchObject({ 'admin-email': { value: null }, 'backup-every': { value: '24h' } })
  expect(shipped.settings['metrics-port'].value).toBeNull()
  expect(complete.settings).toMatchObject({
    'admin-email': { value: 'you@example.com' },
    'metrics-port': { value: 9464 },
    'backup-dir': { value: '/mnt/backups/music-library' },
  })
})
