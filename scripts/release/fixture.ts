// Makes the fixture of a released version, from which later versions are tested to upgrade: `bun scripts/release/fixture.ts EXECUTABLE`.
//   EXECUTABLE     of the release, for this machine. It tells its version
//   --commit HASH  the commit that it was built from; by default the current one
import { Database as Sqlite } from 'bun:sqlite'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readContents } from './fixture/contents.ts'
import { addEndingToken, adminPassword, config, fillBeforeServing, fillThroughServer } from './fixture/fill.ts'
import { compressedFiles, configFile, type FixtureManifest, passwordFile } from './fixture/manifest.ts'
import { createProgram, createSend, type Program } from './fixture/program.ts'

const { values, positionals } = parseArgs({ options: { commit: { type: 'string' } }, allowPositionals: true })

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const readOutput = (command: string[]) => {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) fail(`${command.join(' ')} failed: ${stderr}`)
  return stdout.toString().trim()
}

const executable = resolve(positionals[0] ?? fail('Name the executable of the release.'))
if (!existsSync(executable)) fail(`There is no file ${executable}.`)
const version = readOutput([executable, '--version'])
const commit = readOutput(['git', 'rev-parse', values.commit ?? 'HEAD'])
const target = resolve('test/fixtures/releases', version)
if (existsSync(target)) fail(`${target} is there already. A release has one fixture, which never changes.`)

const folder = mkdtempSync(join(tmpdir(), 'music-library-fixture-'))
const file = (name: string) => join(folder, name)

const writeFile = async (name: string, value: unknown) => {
  await Bun.write(file(name), JSON.stringify(value), { mode: 0o600 })
}

const makeFixture = async (program: Program) => {
  await Bun.write(file(configFile), config)
  await Bun.write(file(passwordFile), adminPassword, { mode: 0o600 })
  await fillBeforeServing(program, writeFile)
  const filled = await serveAndRecord(program)
  filled.tokens.invalid.push(await addEndingToken(program))
  const schema = endToken(file('library.db'))
  await program.run(['backup', 'backup.db'])
  const manifest: FixtureManifest = { version, schema, commit, ...filled }

  mkdirSync(target, { recursive: true })
  await Bun.write(join(target, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  for (const name of [configFile, passwordFile]) cpSync(file(name), join(target, name))
  for (const name of compressedFiles)
    await Bun.write(join(target, `${name}.gz`), Bun.gzipSync(await Bun.file(file(name)).bytes(), { level: 9 }))
}

const serveAndRecord = async (program: Program) => {
  await using server = await program.serve()
  const send = createSend(server.origin)
  const parts = await fillThroughServer(program, send)
  await program.run(['export', 'catalogue.json', '--keep-keys'])
  await program.run(['export', 'accounts.json', '--accounts', '--with-hashes'])
  await writeFile('contents.json', await readContents(program, send, parts.tokens))
  return parts
}

/** Sets the end of the token with the name `ended` into the past: the program makes only tokens that end later. @returns the schema */
const endToken = (path: string) => {
  using library = new Sqlite(path)
  library.run("update tokens set expires_at = '2026-01-01T00:00:00.000000Z' where name = 'ended'")
  const [schema] = library.query('PRAGMA user_version').values().flat()
  library.run('PRAGMA wal_checkpoint(TRUNCATE)')
  return Number(schema)
}

try {
  await makeFixture(createProgram(executable, folder))
  console.log(`The fixture of ${version} is in ${target}.`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
