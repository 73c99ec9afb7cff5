import { expect, setDefaultTimeout } from 'bun:test'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { flacFile } from '../../support/flac.ts'
import { type Container, containerTest } from '../container.ts'
import { addFirstAdmin, bootWithRelease, login } from '../installed.ts'

// These tests run the commands of docs/on-a-server.md that need no other machine and no network, and those of docs/seeding.md for a timer.

setDefaultTimeout(600_000)
const page = 'docs/on-a-server.md'

/** Installs the package and makes the first admin with the commands of the pages. */
const install = async (container: Container) => {
  for (const section of ['Install', 'See that it runs'])
    await container.runOk(await blockUnder('docs/install.md', `Debian package > ${section}`))
  await container.runOk(await blockUnder(page, '2. Settings'))
  const added = await addFirstAdmin(container, await blockUnder('docs/install.md', 'Debian package > First admin'))
  expect([added.code, await login(container)]).toEqual([0, 200])
}

containerTest('the timer of doctor runs, and a message is sent when something is wrong', async () => {
  await using container = await bootWithRelease()
  const { run, runOk, waitFor } = container
  await install(container)
  const units = ['doctor.service', 'doctor.timer', 'alert.service']
  for (const [index, unit] of (await blocksUnder(page, '8. Being told of trouble', 'ini')).entries())
    await container.write(`/etc/systemd/system/music-library-${units[index]}`, Buffer.from(unit))
  await container.write('/usr/local/bin/mail', Buffer.from('#!/bin/sh\n{ echo "$@"; cat; } >/root/mail\n'))
  await runOk('chmod 755 /usr/local/bin/mail')
  await runOk(await blockUnder(page, '8. Being told of trouble'))
  expect(await runOk('systemctl list-timers --all music-library-doctor.timer')).toContain('music-library-doctor.timer')
  expect((await run('test -e /root/mail')).code).toBe(1)

  await runOk('rm -rf /var/lib/music-library/backups && touch /var/lib/music-library/backups')
  expect((await run('systemctl start music-library-doctor.service')).code).not.toBe(0)
  const mail = await waitFor('grep -q WRONG /root/mail && cat /root/mail')
  expect(mail).toContain('-s music-library on ')

  await runOk(await blockUnder(page, '9. Upgrades, and the way back'))
  expect(await runOk('systemctl list-timers --all')).not.toContain('music-library')
  expect(await runOk('find /etc/systemd -name "music-library-*"')).toBe('')
})

containerTest('a catalogue in a home folder is seeded, and a backup is tried without a trace', async () => {
  await using container = await bootWithRelease()
  const { run, runOk } = container
  await install(container)
  await container.write('/root/catalogue.json', Buffer.from('{ "labels": [{ "name": "Columbia" }] }'))
  await runOk('chmod 700 /root')
  expect((await run('sudo -u music-library cat catalogue.json')).code).toBe(1)
  expect(await runOk(await blockUnder(page, '3. The first admin'))).toMatch(/labels +1 created/)

  await runOk('sudo music-library backup')
  const before = await runOk('ls /tmp /var/lib/music-library')
  for (let time = 0; time < 2; time++)
    expect(await runOk(await blockUnder('docs/backups-and-upgrades.md', 'Try a backup'))).toContain('ok     health')
  expect(await runOk('ls /tmp /var/lib/music-library')).toBe(before)
})

containerTest('the timer of a scan seeds the catalogue of the service', async () => {
  await using container = await bootWithRelease()
  const { runOk } = container
  await install(container)
  await runOk('mkdir -p /srv/music')
  await container.write('/srv/music/so-what.flac', flacFile({ TITLE: 'So What', ARTIST: 'Miles Davis' }, 562))
  const [commands = ''] = (await blocksUnder('docs/seeding.md', 'Keeping it right')).filter((code) =>
    code.includes('music-library-scan.timer'),
  )
  // The editor would wait for a person. The folder of the page is that of the unit.
  await runOk(commands.replace(/^sudo systemctl edit .*$/m, ''))
  expect(await runOk('systemctl is-enabled music-library-scan.timer')).toBe('enabled')
  const list = 'sudo music-library export'
  expect(await runOk(list)).toContain('"So What"')
})
