import { expect, setDefaultTimeout } from 'bun:test'
import { version } from '../../../package.json'
import { blocksUnder, blockUnder } from '../../support/codeBlocks.ts'
import { containerTest } from '../container.ts'
import { addFirstAdmin, bootWithRelease, login, secret } from '../installed.ts'

// These tests run the commands of docs/install.md for the archive, and move from the former unit to a newer one.

setDefaultTimeout(300_000)
const section = (name: string) => `Archive > Linux > ${name}`
const page = 'docs/install.md'

containerTest('the archive is installed by hand, upgraded and uninstalled', async () => {
  await using container = await bootWithRelease()
  const { run, runOk } = container
  for (const block of await blocksUnder(page, section('Install'))) {
    // The first block leads into the folder, in which the others are to be run.
    await runOk(`cd music-library-${version}-linux-x64 2>/dev/null\n${block}`)
  }
  const added = await addFirstAdmin(container, await blockUnder(page, section('First admin')))
  expect(added.code).toBe(0)
  for (const block of await blocksUnder(page, section('See that it runs'))) await runOk(block)
  expect(await login(container)).toBe(200)

  for (const block of await blocksUnder(page, section('Upgrade'))) await runOk(block)
  expect(await login(container)).toBe(200)

  for (const block of await blocksUnder(page, section('Uninstall'))) await runOk(block)
  expect((await run('systemctl is-active music-library')).out).toBe('inactive')
  expect(await runOk('stat -c "%a %U" /var/lib/music-library/library.db')).toBe('600 music-library')
})

/** The unit and the settings of 0.1.0, whose service had a dynamic user. */
const formerUnit = `[Service]
Type=exec
ExecStart=/usr/local/bin/music-library serve --config /etc/music-library.toml
LoadCredential=admin-password:/etc/music-library.password
Environment=ADMIN_PASSWORD_FILE=%d/admin-password
DynamicUser=yes
StateDirectory=music-library
StateDirectoryMode=0700
UMask=0077
[Install]
WantedBy=multi-user.target
`
const formerSettings = `database = "/var/lib/music-library/library.db"
admin-email = "you@example.com"
`

/** A container with a service as it was installed by hand, with the former unit. It has the account of an admin. */
const bootWithFormerUnit = async () => {
  const container = await bootWithRelease()
  const { runOk, waitFor, write } = container
  const encode = (text: string) => new TextEncoder().encode(text)
  await runOk(`dpkg-deb --extract ${deb} old && install old/usr/bin/music-library /usr/local/bin/music-library`)
  await write('/etc/systemd/system/music-library.service', encode(formerUnit))
  await write('/etc/music-library.toml', encode(formerSettings))
  await write('/etc/music-library.password', encode(`${secret}\n`))
  await runOk('systemctl daemon-reload && systemctl enable --now music-library')
  await waitFor('music-library healthcheck')
  await runOk('test -L /var/lib/music-library')
  return container
}

const deb = `music-library_${version}_amd64.deb`

containerTest('the package leaves a service with its own unit alone, and says how it takes over', async () => {
  await using container = await bootWithFormerUnit()
  const { runOk } = container
  const output = await runOk(`apt install --yes --option Dpkg::Options::=--force-confold ./${deb}`)
  expect(output).toContain('/etc/systemd/system/music-library.service is used instead of the unit of this package.')
  await runOk('music-library healthcheck')
  await runOk(`systemctl stop music-library
    rm /etc/systemd/system/music-library.service
    sed -i '/^admin-email/d' /etc/music-library.toml
    dpkg-reconfigure music-library`)
  expect(await login(container)).toBe(200)
  expect(await runOk('stat -c "%F %a %U" /var/lib/music-library')).toBe('directory 700 music-library')
})
