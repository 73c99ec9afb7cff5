import { expect } from 'bun:test'
import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { blockUnder } from '../../support/codeBlocks.ts'
import { emptyFolder } from '../../support/folder.ts'
import { buildCommit, hasCommit, readCommit } from '../../support/otherVersions.ts'
import { readManifest } from '../../support/releaseFixtures.ts'
import { builtRelease } from '../built.ts'
import { bootContainer, containerTest } from '../container.ts'

// The service that docs/operations.md of 0.1.0 describes becomes that of this version, by the commands of docs/upgrading.md.

const { commit } = readManifest('0.1.0')

const login = `curl -sS -H 'Content-Type: application/json' -d '{"email":"admin@example.com","password":"correct horse"}' http://127.0.0.1:3000/api/login`
const listLabels = `curl -sS -H "Authorization: Bearer $(cat token)" http://127.0.0.1:3000/api/labels`

containerTest.skipIf(!hasCommit(commit))(
  `the service of 0.1.0 goes on with the new executable, and then with the new unit (needs the commit ${commit} in the history of git)`,
  async () => {
    using folder = emptyFolder()
    const release = await builtRelease()
    const archive = readdirSync(release).find((name) => name.endsWith('-linux-x64.tar.xz')) ?? ''
    copyFileSync(join(release, archive), join(folder.path, 'new.tar.xz'))
    buildCommit(commit, folder.path)
    for (const name of ['music-library.service', 'music-library.toml'])
      await Bun.write(join(folder.path, name), readCommit(commit, `deploy/${name}`))
    await using container = await bootContainer(folder.path)
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

    await runOk('mkdir new && tar -xf /host/new.tar.xz -C new --strip-components=1')
    await runOk('install -m 755 new/music-library /usr/local/bin/music-library && systemctl restart music-library')
    await waitFor('music-library healthcheck')
    expect(await runOk('music-library --version')).not.toBe('0.1.0')
    expect(await runOk(listLabels)).toContain('From 0.1.0')

    // While the old unit runs, its dynamic user has the name of the new one, and systemd-sysusers would make none.
    await runOk(`cd new\n${await blockUnder('docs/upgrading.md', 'From the unit of 0.1.0')}`)
    await waitFor('music-library healthcheck')
    expect(await runOk(listLabels)).toContain('From 0.1.0')
    expect(await runOk('stat -c "%a %U %G" /var/lib/music-library /var/lib/music-library/library.db')).toBe(
      '700 music-library music-library\n600 music-library music-library',
    )
    expect(await runOk(`${login} | jq -r .user.email`)).toBe('admin@example.com')
    const users = await runOk('sudo -u music-library music-library user list --config /etc/music-library.toml')
    expect(users).toContain('admin@example.com')
  },
  300_000,
)
