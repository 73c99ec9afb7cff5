import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blocksUnder } from '../../support/codeBlocks.ts'
import { emptyFolder } from '../../support/folder.ts'
import { buildCommit, hasCommit, readCommit } from '../../support/otherVersions.ts'
import { readManifest } from '../../support/releaseFixtures.ts'
import { builtRelease } from '../built.ts'
import { bootContainer, type Container, containerTest } from '../container.ts'

// The service that the docs of 0.1.0 describe becomes that of this version, by the commands of docs/upgrading.md.

const { commit } = readManifest('0.1.0')
setDefaultTimeout(300_000)

const upgradeTest = containerTest.skipIf(!hasCommit(commit))
const reason = `(needs the commit ${commit} in the history of git)`

const login = `curl -sS -H 'Content-Type: application/json' -d '{"email":"admin@example.com","password":"correct horse"}' http://127.0.0.1:3000/api/login`

const folder = emptyFolder()
afterAll(() => folder[Symbol.dispose]())

let prepared: Promise<void> | undefined

/** A folder with the executable and the files of 0.1.0, and with the archive and the package of this version. */
const prepare = async () => {
  buildCommit(commit, folder.path)
  for (const name of ['music-library.service', 'music-library.toml'])
    await Bun.write(join(folder.path, name), readCommit(commit, `deploy/${name}`))
  const release = await builtRelease()
  for (const name of readdirSync(release))
    if (name.endsWith('-linux-x64.tar.xz') || name.endsWith('_amd64.deb'))
      copyFileSync(join(release, name), join(folder.path, name))
}

/** A container with the service of 0.1.0, in which an admin has made a label. Its token is in the file `token`. */
const bootOldService = async (): Promise<Container> => {
  prepared ??= prepare()
  await prepared
  const container = await bootContainer(folder.path)
  const { runOk, waitFor } = container
  await runOk(`install -m 755 /host/music-library /usr/local/bin/
    install -m 644 /host/music-library.toml /etc/
    echo 'correct horse' | install -m 600 /dev/stdin /etc/music-library.password
    install -m 644 /host/music-library.service /etc/systemd/system/
    systemctl daemon-reload && systemctl enable --now music-library`)
  await waitFor('music-library healthcheck')
  expect(await runOk('music-library --version')).toBe('0.1.0')
  await runOk(`${login} | jq -er .token >token`)
  await runOk(`curl -sS --fail -H "Authorization: Bearer $(cat token)" -H 'Content-Type: application/json' \
    -d '{"name":"From 0.1.0"}' http://127.0.0.1:3000/api/labels`)
  await runOk('mkdir new && tar -xf /host/*-linux-x64.tar.xz -C new --strip-components=1 && cp /host/*.deb .')
  return container
}

/** A newer program serves the library with its accounts and tokens. */
const expectUpgraded = async ({ runOk, waitFor }: Container) => {
  await waitFor('music-library healthcheck')
  expect(await runOk('music-library --version')).not.toBe('0.1.0')
  const labels = await runOk('curl -sS -H "Authorization: Bearer $(cat token)" http://127.0.0.1:3000/api/labels')
  expect(labels).toContain('From 0.1.0')
  expect(await runOk(`${login} | jq -r .user.email`)).toBe('admin@example.com')
}

/** The library belongs to the static user, and commands run as this user. */
const expectStaticUser = async ({ runOk }: Container) => {
  expect(await runOk('stat -c "%a %U %G" /var/lib/music-library /var/lib/music-library/library.db')).toBe(
    '700 music-library music-library\n600 music-library music-library',
  )
  const users = await runOk('sudo -u music-library music-library user list --config /etc/music-library.toml')
  expect(users).toContain('admin@example.com')
}

const readBlocks = async () => await blocksUnder('docs/upgrading.md', 'From the unit of 0.1.0')

upgradeTest(`the service of 0.1.0 goes on with the new executable, and then with the new unit ${reason}`, async () => {
  await using container = await bootOldService()
  await container.runOk('install -m 755 new/music-library /usr/local/bin/ && systemctl restart music-library')
  await expectUpgraded(container)
  const [withUnit] = await readBlocks()
  await container.runOk(`cd new\n${withUnit}`)
  await expectUpgraded(container)
  await expectStaticUser(container)
})

upgradeTest(`the service of 0.1.0 goes on as the Debian package ${reason}`, async () => {
  await using container = await bootOldService()
  const [, withPackage = ''] = await readBlocks()
  await container.runOk(
    `export DEBIAN_FRONTEND=noninteractive\n${withPackage.replace('apt install', 'apt install -y')}`,
  )
  await expectUpgraded(container)
  await expectStaticUser(container)
  expect(await container.runOk('systemctl is-enabled music-library')).toBe('enabled')
})
