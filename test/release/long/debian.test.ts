import { expect } from 'bun:test'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { type Container, containerTest } from '../container.ts'
import { addFirstAdmin, bootWithRelease, countRestarts, login, mainPid, secret } from '../installed.ts'

// These tests run the commands of docs/install.md, docs/on-a-server.md and docs/operations.md for the Debian package.

const timeoutMs = 300_000
const page = 'docs/install.md'

const install = async ({ run }: Container) => await run(await blockUnder(page, 'Debian package > Install'))

const installOk = async (container: Container) => {
  const { code, out, err } = await install(container)
  if (code !== 0) throw new Error(`${out}\n${err}`)
  return out
}

containerTest(
  'the package installs a service that runs, and whose first admin logs in',
  async () => {
    await using container = await bootWithRelease()
    const { run, runOk } = container
    expect(await installOk(container)).toContain('sudo -u music-library music-library user add you@example.com --admin')
    for (const block of await blocksUnder(page, 'Debian package > See that it runs')) await runOk(block)
    expect(await runOk('stat -c "%a %U %G" /var/lib/music-library')).toBe('700 music-library music-library')
    expect(await runOk('systemctl is-enabled music-library')).toBe('enabled')
    expect(await runOk('systemctl show music-library -p WatchdogUSec --value')).toBe('1min')

    const added = await addFirstAdmin(container, await blockUnder(page, 'Debian package > First admin'))
    expect(added.code).toBe(0)
    expect(await login(container)).toBe(200)

    // The journal has lines of systemd, too, which are no JSON.
    await runOk('curl -sS -o /dev/null http://127.0.0.1:3000/api/labels')
    const jq = (await blocksUnder('docs/operations.md', 'The log')).find((block) => block.includes('| jq'))
    const { err } = await run(jq ?? 'false')
    expect(err).toBe('')
    expect(await runOk('journalctl -u music-library -o cat --no-pager')).not.toContain(secret)

    await runOk('sudo -u music-library music-library doctor --config /etc/music-library.toml')
    // The man page and the completions are where man, bash, zsh and fish look for them.
    await runOk(`gzip --test /usr/share/man/man1/music-library.1.gz`)
  },
  timeoutMs,
)

containerTest(
  'the service reloads, is restarted after a crash, and not with wrong settings',
  async () => {
    await using container = await bootWithRelease()
    const { run, runOk, waitFor } = container
    await installOk(container)
    const first = await mainPid(container)
    await runOk(`echo 'log-level = "warning"' >>/etc/music-library.toml && systemctl reload music-library`)
    await waitFor(
      'journalctl -u music-library -o cat --no-pager | grep "The settings were reloaded. Changed: log-level"',
    )
    expect(await mainPid(container)).toBe(first)

    await runOk(`kill -9 ${first}`)
    await waitFor(`[ "$(systemctl show music-library -p MainPID --value)" != ${first} ] && music-library healthcheck`)
    expect(await countRestarts(container)).toBe(1)

    await runOk('echo "prt = 3000" >>/etc/music-library.toml')
    expect((await run('systemctl restart music-library')).code).not.toBe(0)
    expect(await runOk('systemctl is-active music-library || true')).toBe('failed')
    expect(await runOk('systemctl show music-library -p ExecMainStatus -p SubState')).toBe(
      'ExecMainStatus=2\nSubState=failed',
    )
    expect(await runOk('journalctl -u music-library -o cat --no-pager -n 20')).toContain('There is no setting prt')
  },
  timeoutMs,
)

containerTest(
  'backups are made on another disk, and doctor runs as the user of the service',
  async () => {
    await using container = await bootWithRelease()
    const { run, runOk, waitFor } = container
    await installOk(container)
    await runOk(`sed -i 's/^backup-every.*/backup-every = "1h"/' /etc/music-library.toml`)
    // The folder is on another mount: --tmpfs=/mnt/backups of the container.
    await runOk(await blockUnder('docs/on-a-server.md', 'Another disk'))
    await waitFor('[ "$(ls /mnt/backups/music-library/*.db | wc -l)" -ge 1 ]')
    expect(await run('ls /var/lib/music-library/backups')).toMatchObject({ code: 2 })
    await runOk('sudo -u music-library music-library doctor --config /etc/music-library.toml')
  },
  timeoutMs,
)

/** Makes a package with another version from that in /root, which it replaces. */
const changeVersion = (version: string) => `
  dpkg-deb -R music-library_0.2.0_amd64.deb tree
  sed -i 's/^Version: .*/Version: ${version}/' tree/DEBIAN/control
  dpkg-deb -Znone --root-owner-group -b tree music-library_${version}_amd64.deb`

containerTest(
  'an upgrade keeps the edited settings, the accounts and the library, of which it makes a snapshot',
  async () => {
    await using container = await bootWithRelease()
    const { runOk } = container
    await runOk(`${changeVersion('0.1.99')} && apt install ./music-library_0.1.99_amd64.deb`)
    await addFirstAdmin(container, await blockUnder(page, 'Debian package > First admin'))
    await runOk('echo \'log-level = "warning"\' >>/etc/music-library.toml')
    // The package of a real upgrade has other settings.
    await runOk('sed -i "1s/.*/# A comment of 0.1.99/" /var/lib/dpkg/info/music-library.conffiles || true')
    const first = await mainPid(container)
    await runOk(await blockUnder(page, 'Debian package > Upgrade'))
    expect(await runOk('dpkg-query -W -f "\\${Version} \\${Status}" music-library')).toBe('0.2.0 install ok installed')
    expect(await mainPid(container)).not.toBe(first)
    expect(await runOk('tail -n 1 /etc/music-library.toml')).toBe('log-level = "warning"')
    expect(await login(container)).toBe(200)
  },
  timeoutMs,
)
