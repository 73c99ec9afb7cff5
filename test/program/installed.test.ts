import { expect } from 'bun:test'
import { chmodSync, chownSync, lstatSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { failure } from '../support/cliFolder.ts'
import { createOldLibrary } from '../support/fixtures.ts'
import { alice, machineTest, openMachine, service } from '../support/installedMachine.ts'

const library = '/var/lib/music-library/library.db'

machineTest('commands of the installed program find its library, and root becomes the owner of it', async () => {
  using machine = await openMachine()
  const asRoot = (script: string) => machine.runAs(0, script)
  // Only root may read this file.
  writeFileSync(machine.pathOf('root/catalogue.json'), '{ "labels": [{ "name": "Zinnbaum" }] }', { mode: 0o600 })
  expect(await asRoot('music-library seed catalogue.json')).toMatchObject({ code: 0 })
  // Each way in which a command opens a library.
  for (const command of ['user list', 'seed --sample', 'export', 'doctor', 'backup', 'backup --keep 1'])
    expect([command, await asRoot(`music-library ${command}`)]).toEqual([command, expect.objectContaining({ code: 0 })])
  expect(await asRoot(`music-library restore $(ls -d ${join(library, '../backups')}/*.db | head -n 1)`)).toMatchObject({
    code: 0,
  })
  const home = machine.pathOf('var/lib/music-library')
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  expect(files.length).toBeGreaterThan(4)
  const owners = files.map((name) => [name, lstatSync(join(home, name)).uid, lstatSync(join(home, name)).gid])
  expect(owners).toEqual(files.map((name) => [name, service, service]))
  expect((await asRoot('music-library export > list.json && grep -c Zinnbaum list.json')).out).toBe('1\n')
})

machineTest('a server that root starts has the rights of the owner in all of its threads', async () => {
  using machine = await openMachine()
  const { out } = await machine.runAs(
    0,
    `music-library serve --port 0 --port-file /var/lib/music-library/port >/dev/null & server=$!
    until [ -s /var/lib/music-library/port ]; do sleep 0.05; done
    grep --no-filename -E '^(Uid|Gid|Groups|CapEff):' /proc/$server/task/*/status | sort -u
    kill $server; wait $server`,
  )
  const ids = Array(4).fill(service).join('\t')
  expect(out).toBe(`CapEff:\t0000000000000000\nGid:\t${ids}\nGroups:\t${service} 54400 \nUid:\t${ids}\n`)
})

machineTest('other users are told the command with sudo, which finds the same library', async () => {
  using machine = await openMachine()
  const asAlice = (script: string) => machine.runAs(alice, script)
  await machine.runAs(0, 'music-library seed --sample')
  const closed = (command: string) => failure(`The library ${library} belongs to music-library. Run: sudo ${command}`)
  // The last one has no password: it is asked for when the library is open.
  for (const command of ['doctor', 'backup', "user add 'ada@example.com' --name 'Ada L'"])
    expect(await asAlice(`music-library ${command}`)).toEqual(closed(`music-library ${command}`))
  expect(await asAlice(`DATABASE_URL=${library} music-library user list`)).toEqual(
    closed('--preserve-env=DATABASE_URL music-library user list'),
  )
  expect((await asAlice('music-library config')).out).toMatch(/^config +\/etc\/music-library\.toml +default$/m)
  // The settings are those of the library of the service, and not of another one.
  for (const name of ['--database mine.db', '--config /dev/null', '--demo'])
    expect((await asAlice(`music-library config ${name}`)).out).toMatch(/registration +open/)

  chmodSync(machine.pathOf('etc/music-library.toml'), 0o600)
  expect(await asAlice('music-library user list')).toEqual(
    failure("/etc/music-library.toml can't be read by the user alice. Run: sudo music-library user list"),
  )
  // A library in an open folder.
  chmodSync(machine.pathOf('var/lib/music-library'), 0o755)
  expect(await asAlice(`music-library export --database ${library}`)).toEqual(
    closed(`music-library export --database ${library}`),
  )
  chmodSync(machine.pathOf(library), 0o644)
  expect(await asAlice(`music-library export --database ${library}`)).toEqual(
    closed(`music-library export --database ${library}`),
  )
})

machineTest(
  'files of root in the folder of the service are named with the command that gives them to the service',
  async () => {
    using machine = await openMachine()
    const asRoot = (script: string) => machine.runAs(0, script)
    const asService = (script: string) => machine.runAs(service, script)
    await asRoot('music-library seed --sample && mkdir /var/lib/music-library/backups')
    // Left by a server that was killed.
    await asService(`cd /var/lib/music-library && touch library.db-wal library.db-shm && chmod 600 library.db*`)
    const [home, parts] = ['/var/lib/music-library', ['', '.lock', '-wal', '-shm'].map((suffix) => library + suffix)]
    const backups = `${home}/backups`
    const all = [...parts, backups]
    const serve = 'serve --port 0 --log-level error'
    for (const [files, affected] of [
      [all, ['user list', serve, 'backup']],
      [[library], ['user list']],
      [[`${library}.lock`], [serve]],
      [[`${library}-wal`], ['user list']],
      [[`${library}-shm`], ['user list']],
      [[backups], ['backup']],
    ] as const) {
      await asRoot(`chown -R music-library ${home} && chown root ${files.join(' ')} && chmod 700 ${backups}`)
      const advice = `Also root uses this library as the user music-library. Give this user the files: sudo chown -R music-library ${files.join(' ')}`
      for (const command of [...affected, 'doctor'])
        for (const run of files === all ? [asRoot, asService] : [asRoot]) {
          const { code, out, err } = await run(`cd ${home}; music-library ${command} --database ${library}`)
          expect([command, code, out + err]).toEqual([command, 1, expect.stringContaining(`${advice}\n`)])
          expect(out + err).not.toContain('Run: sudo')
        }
      const { code } = await asRoot(
        `${advice.slice(advice.indexOf('sudo '))}; music-library doctor; music-library backup`,
      )
      expect(code).toBe(0)
      await asService(`cd ${home} && touch library.db-wal library.db-shm && chmod 600 library.db*`)
    }
  },
)

machineTest('what the owner of the library cannot reach is an error that says what to do', async () => {
  using machine = await openMachine()
  const asRoot = (script: string) => machine.runAs(0, script)
  await asRoot('music-library seed --sample && cp /var/lib/music-library/library.db backup.db')
  for (const [command, text] of [
    ['backup copy.db', 'Make a folder for this user elsewhere'],
    ['export list.json', 'Let this user write there, or let the shell write it: export > list.json'],
    ['restore backup.db', 'restore the copy: sudo install -o music-library -m 600 backup.db /var/tmp/backup.db'],
  ]) {
    const { code, err } = await asRoot(`music-library ${command}`)
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining(`${text}`)])
  }
  expect(
    await asRoot(`mkdir closed && cp backup.db closed/ && chown ${service} closed closed/backup.db
      music-library doctor --database closed/backup.db`),
  ).toEqual(
    failure('closed/backup.db belongs to music-library, who may not enter /root. Let this user in, or move it.'),
  )
})

machineTest(
  'a library of an older program in a folder that is read-only says that, and not that it cannot be written',
  async () => {
    using machine = await openMachine()
    const path = machine.pathOf('var/lib/music-library/library.db')
    createOldLibrary(migrations.length - 1, path)
    chownSync(path, service, service)
    chmodSync(path, 0o644)
    chmodSync(machine.pathOf('var/lib/music-library'), 0o755)
    const { code, err } = await machine.runAs(alice, `music-library user list --database ${library}`)
    expect([code, err]).toEqual([1, expect.stringContaining(`has schema ${migrations.length - 1} of an older program`)])
  },
)
