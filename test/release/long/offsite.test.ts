import { expect, setDefaultTimeout } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCliFolder } from '../../support/cliFolder.ts'
import { blocksUnder } from '../../support/codeBlocks.ts'
import { runOk } from '../../support/process.ts'
import { containerTest } from '../container.ts'
import { bootWithRelease } from '../installed.ts'
import { longTest } from '../longPrograms.ts'

// The recipes of docs/backups-and-upgrades.md, with a folder in the place of another machine.

setDefaultTimeout(600_000)

const page = 'docs/backups-and-upgrades.md'
const unit = readFileSync(join(import.meta.dir, '../../../deploy/music-library-offsite.service'), 'utf8')

/** A home folder with a library that has two backups, and with a file that is being written beside them. */
const createHome = async () => {
  const folder = createCliFolder()
  const { path, pathOf } = folder
  await folder.run('seed --sample --new')
  for (let n = 0; n < 2; n++) await folder.run('backup')
  folder.write('data/backups/music-library-1-x.part', 'half')
  mkdirSync(pathOf('remote'))
  await Bun.write(pathOf('.config/rclone/rclone.conf'), `[offsite]\ntype = alias\nremote = ${path}/remote\n`)
  await Bun.write(pathOf('restic-password'), 'a secret')
  /** Replaces what only a server has. */
  const adapt = (text: string) =>
    text
      .replaceAll('sudo ', '')
      .replaceAll('/etc/music-library-offsite.env', pathOf('offsite.env'))
      .replaceAll('/etc/music-library-restic', pathOf('restic-password'))
      .replaceAll('/tmp/offsite', pathOf('back'))
      .replaceAll(/(?:sftp:)?backup@backup\.example\.com:/g, `${path}/remote/`)
  const env = { HOME: path, PATH: process.env.PATH ?? '' }
  const shell = (script: string, more: Record<string, string> = {}) =>
    runOk(['sh', '-euc', script], path, { env: { ...env, ...more } })
  return {
    ...folder,
    env,
    adapt,
    shell,
    backups: readdirSync(pathOf('data/backups')).filter((name) => name.endsWith('.db')),
    /** Expects that a file in a folder, or below it, is a backup from which the library can be restored. */
    expectRestorable: async (below: string, name: string) => {
      const file = (readdirSync(pathOf(below), { recursive: true }) as string[]).find((other) => other.endsWith(name))
      const { code, out } = await folder.run(['restore', join(below, file ?? ''), '--database', `restored-${name}`])
      expect([code, out]).toEqual([0, expect.stringContaining('229 tracks')])
    },
  }
}

/** The script of the last ExecStart= of a unit or a drop-in. */
const scriptOf = (text: string) => /^ExecStart=\/bin\/sh -euc '(.+)'$/m.exec(text)?.[1] ?? ''

const testRecipe = async (name: 'restic' | 'rclone' | 'rsync') => {
  using home = await createHome()
  const { shell, adapt, pathOf, backups } = home
  const [environment = '', dropIn = unit] = await blocksUnder(page, name, 'ini')
  const commands = (await blocksUnder(page, name)).map(adapt)
  home.write('offsite.env', adapt(environment))
  const first = commands.length > 1 ? commands.shift() : undefined
  if (first !== undefined) await shell(first)
  // The unit reads this file, and sets the folder.
  const run = () =>
    shell(`set -a; . ${pathOf('offsite.env')}; set +a; ${scriptOf(dropIn)}`, { BACKUPS: pathOf('data/backups') })
  await run()
  // A copy that is there already is no reason to fail.
  await run()
  await shell(commands[0] ?? '')
  const copies = (readdirSync(pathOf('back'), { recursive: true }) as string[]).filter((file) =>
    /\.(db|part)$/.test(file),
  )
  expect(copies.map((file) => file.replace(/.*\//, '')).sort()).toEqual([...backups].sort())
  await home.expectRestorable('back', backups[0] ?? '')
}

longTest('restic')('the recipe of the unit for restic copies the backups, and brings them back', () =>
  testRecipe('restic'),
)
longTest('rclone')('the same for rclone', () => testRecipe('rclone'))
longTest('rsync')('the same for rsync', () => testRecipe('rsync'))

longTest(
  'rsync',
  'rclone',
  'restic',
)('each recipe for backup-command copies a backup', async () => {
  using home = await createHome()
  const { shell, adapt, env } = home
  await shell(`restic --repo remote/music-library-restic --password-file restic-password init`)
  for (const recipe of await blocksUnder(page, 'A command after each backup', 'toml')) {
    const isRestic = recipe.includes('restic')
    const settings = adapt(recipe).replace('remote/music-library --password', 'remote/music-library-restic --password')
    home.write('settings.toml', settings)
    const { code, out, err } = await home.run('backup --json --config settings.toml', { env })
    expect([recipe, code, err]).toEqual([recipe, 0, expect.any(String)])
    const name = JSON.parse(out).file.replace(/.*\//, '')
    if (isRestic) {
      const options = `--repo remote/music-library-restic --password-file restic-password`
      await shell(`restic ${options} restore latest --tag music-library --target back`)
      await home.expectRestorable('back', name)
      const text = await Bun.file(join(import.meta.dir, '../../..', page)).text()
      const forget = /`restic (forget --group-by [^`]+)`/.exec(text)?.[1]
      expect(await shell(`restic ${options} ${forget}`)).toContain('keep 1 snapshots')
    } else await home.expectRestorable('remote/music-library', name)
  }
})

containerTest('the unit of the package copies what the service has written, and can change nothing else', async () => {
  await using container = await bootWithRelease()
  const { run, runOk, waitFor } = container
  const [install = ''] = await blocksUnder('docs/install.md', 'Debian package > Install')
  await runOk(install)
  await waitFor('curl -sf http://127.0.0.1:3000/readyz')
  await runOk('sudo -u music-library music-library backup --config /etc/music-library.toml')
  await container.write('/usr/local/bin/restic', await Bun.file(Bun.which('restic') ?? '').bytes())
  await runOk('chmod 755 /usr/local/bin/restic')
  const [commands = ''] = await blocksUnder(page, 'With a unit of its own')
  await runOk(commands)
  expect((await run('systemctl is-enabled music-library-offsite.timer')).out).toBe('disabled')

  const [environment = ''] = await blocksUnder(page, 'restic', 'ini')
  const settings = environment.replace(/^RESTIC_REPOSITORY=.*/, 'RESTIC_REPOSITORY=/mnt/backups/copies')
  await container.write('/etc/music-library-offsite.env', Buffer.from(settings))
  await runOk('chmod 600 /etc/music-library-offsite.env')
  const [init = '', bringBack = ''] = await blocksUnder(page, 'restic')
  await runOk(init)
  // The disk is not one that the unit may write.
  expect((await run('systemctl start music-library-offsite')).code).not.toBe(0)
  expect(await runOk('journalctl -u music-library-offsite -o cat')).toContain('read-only file system')
  await runOk(`mkdir -p /etc/systemd/system/music-library-offsite.service.d
    printf '[Service]\nReadWritePaths=/mnt/backups\n' >/etc/systemd/system/music-library-offsite.service.d/disk.conf
    systemctl daemon-reload`)
  await runOk('systemctl start music-library-offsite')
  // The user of the service reads neither the password nor the copies.
  for (const path of [
    '/etc/music-library-offsite.env',
    '/mnt/backups/copies/config',
    '/var/cache/music-library-offsite',
  ])
    expect([
      path,
      (await run(`sudo -u music-library ls ${path}/. || sudo -u music-library cat ${path}`)).code,
    ]).not.toEqual([path, 0])
  await runOk(bringBack)
  const restore = 'music-library restore "$(find /tmp/offsite -name "*.db" | tail -n 1)" --database /root/back.db'
  expect(await runOk(restore)).toContain('Restored /root/back.db')
})

containerTest('the commands that the console shows restore the library of the service', async () => {
  await using container = await bootWithRelease()
  const { runOk, waitFor } = container
  const [install = ''] = await blocksUnder('docs/install.md', 'Debian package > Install')
  await runOk(install)
  await waitFor('curl -sf http://127.0.0.1:3000/readyz')
  const asService = 'sudo -u music-library music-library'
  const settings = '--config /etc/music-library.toml'
  await runOk(`printf 'a long secret' | ${asService} user add you@example.com --admin ${settings}`)
  await runOk(`${asService} backup ${settings} && ${asService} seed --sample ${settings}`)
  const json = `-sf -H 'Content-Type: application/json'`
  const list = await runOk(`
    TOKEN=$(curl ${json} http://127.0.0.1:3000/api/login -d '{"email":"you@example.com","password":"a long secret"}' | jq -r .token)
    curl ${json} http://127.0.0.1:3000/console/api/backups -H "Authorization: Bearer $TOKEN"`)
  const { stop_command, start_command, backups } = JSON.parse(list)
  expect([stop_command, start_command]).toEqual([
    'sudo systemctl stop music-library',
    'sudo systemctl start music-library',
  ])
  const out = await runOk(`${stop_command} && ${backups[0].restore_command} && ${start_command}`)
  expect(out).toContain('Restored /var/lib/music-library/library.db')
  await waitFor('curl -sf http://127.0.0.1:3000/readyz')
  expect(await runOk(`${asService} export - ${settings}`)).toContain('"tracks": []')
})
