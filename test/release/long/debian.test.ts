import { expect, setDefaultTimeout } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../../package.json'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { createOldLibrary } from '../../support/fixtures.ts'
import { emptyFolder } from '../../support/folder.ts'
import { type Container, containerTest } from '../container.ts'
import { addFirstAdmin, bootWithRelease, countRestarts, login, mainPid, secret } from '../installed.ts'

// These tests run the commands of docs/install.md, docs/on-a-server.md and docs/operations.md for the Debian package.

setDefaultTimeout(300_000)
const page = 'docs/install.md'

const install = async ({ run }: Container) => await run(await blockUnder(page, 'Debian package > Install'))

const installOk = async (container: Container) => {
  const { code, out, err } = await install(container)
  if (code !== 0) throw new Error(`${out}\n${err}`)
  return out
}

containerTest.each(['bookworm', 'trixie'] as const)(
  'in Debian %s the package installs a service that runs, and whose first admin logs in',
  async (suite) => {
    await using container = await bootWithRelease(suite)
    const { runOk } = container
    const installed = await installOk(container)
    expect(installed).toContain(
      'music-library runs. Open this in a browser to make the first admin:\n  http://127.0.0.1:',
    )
    const [url = ''] = /http:\S+\/console\/setup#mset_\S+/.exec(installed) ?? []
    expect(await runOk(`curl -sS -o /dev/null -w '%{http_code}' '${url}'`)).toBe('200')
    for (const block of await blocksUnder(page, 'Debian package > See that it runs')) await runOk(block)
    expect(await runOk('stat -c "%a %U %G" /var/lib/music-library')).toBe('700 music-library music-library')
    expect(await runOk('systemctl is-enabled music-library')).toBe('enabled')
    expect(await runOk('systemctl show music-library -p WatchdogUSec --value')).toBe('1min')

    expect(await runOk('journalctl -u music-library -o cat --no-pager')).toContain(
      'There is no admin yet. Make one in a browser: http://127.0.0.1:3000/console/setup#mset_',
    )
    const added = await addFirstAdmin(container, await blockUnder(page, 'Debian package > First admin'))
    expect(added.code).toBe(0)
    expect(await login(container)).toBe(200)

    const readWarnings = `${(await blockUnder('docs/operations.md', 'The log')).trim()} --no-pager`
    expect(await runOk(readWarnings)).not.toContain('"level":"info"')
    expect(await runOk(readWarnings.replace('-p warning', '-p info..info -o cat'))).toMatch(
      /^\{.*"Listening on http:\/\/127\.0\.0\.1:3000\/api"/m,
    )
    expect(await runOk('journalctl -u music-library -o cat --no-pager')).not.toContain(secret)

    await runOk('sudo music-library doctor')
  },
)

containerTest('the service is opened to a network, and its log names the address there', async () => {
  await using container = await bootWithRelease()
  const { runOk } = container
  await installOk(container)
  await runOk(
    'ip link add name home0 type veth peer name router && ip address add 192.168.1.20/24 dev home0 && ip link set home0 up && ip link set router up',
  )
  const home = 'docs/home-network.md'
  await runOk(await blockUnder(home, '2. Open it to the network'))
  const [readUrls = ''] = await blocksUnder(home, '3. The first admin')
  expect(await runOk(readUrls)).toContain(
    'In a browser on another machine: http://192.168.1.20:3000/console/setup#mset_',
  )
  expect(await runOk('curl -sS http://192.168.1.20:3000/healthz')).toContain('alive')
})

containerTest('the service reloads, and is restarted after a crash', async () => {
  await using container = await bootWithRelease()
  const { runOk, waitFor } = container
  await installOk(container)
  const first = await mainPid(container)
  await runOk(`echo 'log-level = "warning"' >>/etc/music-library.toml && systemctl reload music-library`)
  const readLog = (await blockUnder('docs/operations.md', 'Change a setting')).trim().split('\n').at(-1)
  await waitFor(`${readLog} | grep "The settings were reloaded. Changed: log-level"`)
  expect(await mainPid(container)).toBe(first)

  await runOk(`kill -9 ${first}`)
  await waitFor(`[ "$(systemctl show music-library -p MainPID --value)" != ${first} ] && music-library healthcheck`)
  expect(await countRestarts(container)).toBe(1)
})

containerTest('backups are made on another disk, and doctor runs as the user of the service', async () => {
  await using container = await bootWithRelease()
  const { runOk, waitFor } = container
  await installOk(container)
  await runOk(`sed -i 's/^backup-every.*/backup-every = "1h"/' /etc/music-library.toml`)
  // The folder is on another mount: --tmpfs=/mnt/backups of the container.
  const [, useDisk = ''] = await blocksUnder('docs/on-a-server.md', 'Another disk')
  await runOk(useDisk)
  // The command makes one, and the schedule another one, whose name says so.
  await waitFor('ls /mnt/backups/music-library/library.db.every-*.db')
  await runOk('sudo music-library doctor')
})

/** Makes a package in /root with another version and other settings from the one that lies there. */
const changeVersion = (to: string) => `
  dpkg-deb --raw-extract music-library_${version}_amd64.deb tree
  sed -i 's/^Version: .*/Version: ${to}/' tree/DEBIAN/control
  sed -i '1i # The settings of ${to}.' tree/etc/music-library.toml
  dpkg-deb -Znone --root-owner-group --build tree music-library_${to}_amd64.deb`

/** @throws Error if the package is not installed and configured completely */
const installedVersion = async ({ runOk }: Container) => {
  const [state, name, installed] = (await runOk('dpkg --list music-library | tail -n 1')).split(/\s+/)
  if (state !== 'ii') throw new Error(`The state of ${name} is ${state}.`)
  return installed
}

/** The file of a library of schema 1. */
const oldLibrary = () => {
  using folder = emptyFolder()
  const path = join(folder.path, 'old.db')
  createOldLibrary(1, path)
  return readFileSync(path)
}

containerTest('an upgrade keeps edited settings, accounts and the library, and makes a snapshot of it', async () => {
  await using container = await bootWithRelease()
  const { runOk, write } = container
  await runOk(`${changeVersion('0.1.99')} && apt install ./music-library_0.1.99_amd64.deb`)
  await addFirstAdmin(container, await blockUnder(page, 'Debian package > First admin'))
  await runOk(`echo 'log-level = "warning"' >>/etc/music-library.toml`)
  await runOk('systemctl restart music-library')
  const first = await mainPid(container)

  // Without a terminal dpkg can't ask which settings to keep, so the command says that the edited ones stay.
  await runOk(`echo 'DPkg::Options:: "--force-confold";' >/etc/apt/apt.conf.d/keep`)
  await runOk(await blockUnder(page, 'Debian package > Upgrade'))
  expect(await installedVersion(container)).toBe(version)
  expect(await mainPid(container)).not.toBe(first)
  expect(await runOk('tail -n 1 /etc/music-library.toml')).toBe('log-level = "warning"')
  expect(await login(container)).toBe(200)

  await runOk('systemctl stop music-library')
  await write('/var/lib/music-library/library.db', oldLibrary())
  await runOk(`dpkg --install music-library_${version}_amd64.deb && music-library healthcheck`)
  await runOk('ls /var/lib/music-library/library.db.schema-1.*.db')
})

containerTest(
  'a downgrade to a program that does not know the schema is installed, and says why the service does not run',
  async () => {
    await using container = await bootWithRelease()
    const { run, runOk } = container
    await installOk(container)
    const upgrading = 'docs/upgrading.md'
    const [backUp = '', check = ''] = await blocksUnder(upgrading, 'How to upgrade')
    const [backup = ''] = (await runOk(backUp)).split(': ')
    // The header of an SQLite file has user_version at byte 60, big-endian. It is the schema of the library.
    await runOk(
      `systemctl stop music-library && printf '\\0\\0\\0\\143' | dd of=/var/lib/music-library/library.db bs=1 seek=60 conv=notrunc`,
    )
    await runOk(changeVersion('0.1.99'))
    const { code, out } = await run('apt install --yes --allow-downgrades ./music-library_0.1.99_amd64.deb')
    expect(out).toContain('has schema 99, and this program knows only up to')
    expect(code).toBe(0)
    expect(await installedVersion(container)).toBe('0.1.99')

    // The backup from before the upgrade takes the place of its snapshot.
    await runOk(`mv ${backup} /var/lib/music-library/library.db.schema-7.TIME.db`)
    const goBack = (await blockUnder(upgrading, 'With the Debian package')).replace('OLD', '0.1.99')
    await runOk(`set -e\n${goBack.replace('apt install', 'apt install --yes')}`)
    await runOk(`set -e\n${check}`)
  },
)

containerTest(
  'the package is installed although its port is taken; the service runs as soon as that is free',
  async () => {
    await using container = await bootWithRelease()
    const { runOk, waitFor } = container
    await runOk('dpkg-deb --extract music-library_*_amd64.deb /opt/other')
    await runOk(
      'systemd-run --unit other --service-type notify --property NotifyAccess=all /opt/other/usr/bin/music-library serve --demo',
    )
    expect(await installOk(container)).toContain('music-library: Port 3000 on 127.0.0.1 is in use.')
    await installedVersion(container)
    await runOk('systemctl stop other')
    await waitFor('music-library healthcheck')
  },
)

containerTest('a removal keeps settings and library, a purge only the library, whose path it prints', async () => {
  await using container = await bootWithRelease()
  const { run, runOk } = container
  await installOk(container)
  await addFirstAdmin(container, await blockUnder(page, 'Debian package > First admin'))
  const removal = await blockUnder(page, 'Debian package > Uninstall')
  expect((await container.runInTerminal(removal, [['Do you want to continue?', 'y\n']])).code).toBe(0)
  expect(await run('systemctl is-active music-library')).toMatchObject({ out: 'inactive' })
  await runOk(
    'test -f /etc/music-library.toml && test -f /var/lib/music-library/library.db && ! command -v music-library',
  )

  const { code, out } = await run('apt purge --yes music-library')
  expect(out).toContain(
    'is kept in /var/lib/music-library.\nTo delete it too: rm -r /var/lib/music-library && userdel music-library',
  )
  expect(code).toBe(0)
  expect(await runOk('find /etc /usr /var/lib/systemd -name "*music-library*"')).toBe('')
  expect(await runOk('stat -c %U /var/lib/music-library/library.db')).toBe('music-library')

  await installOk(container)
  expect(await login(container)).toBe(200)
  await runOk('apt purge --yes music-library && rm -r /var/lib/music-library && userdel music-library')
})

containerTest('the package is installed where systemd does not run', async () => {
  await using container = await bootWithRelease()
  const { runOk } = container
  // Packages ask whether systemd runs by looking for this folder.
  await runOk('mv /run/systemd/system /run/systemd/system.hidden && dpkg --install music-library_*_amd64.deb')
  expect(await installedVersion(container)).toBe(version)
  expect(await runOk('stat -c "%a %U" /var/lib/music-library')).toBe('700 music-library')
  await runOk('test -L /etc/systemd/system/multi-user.target.wants/music-library.service')
  await runOk('dpkg --purge music-library && test ! -e /var/lib/music-library')
  await runOk('mv /run/systemd/system.hidden /run/systemd/system')
})
