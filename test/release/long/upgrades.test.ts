import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../../migrations/index.ts'
import { createProgram, createSend, type Program } from '../../../scripts/release/fixture/program.ts'
import { binary } from '../../support/binary.ts'
import { emptyFolder } from '../../support/folder.ts'
import { buildCommit, hasCommit } from '../../support/otherVersions.ts'
import { readManifest, releaseVersions, unpackFixture } from '../../support/releaseFixtures.ts'

// Upgrades and the ways back, between executables of several versions. Older ones are built from the history of git.

setDefaultTimeout(300_000)

const openFixture = async (version: string) => {
  const folder = emptyFolder()
  const contents = await unpackFixture(version, folder.path)
  return { ...folder, contents, manifest: readManifest(version), file: (name: string) => join(folder.path, name) }
}

type Fixture = Awaited<ReturnType<typeof openFixture>>

/** Serves the library, and compares the responses with those of the version that wrote it. */
const expectSameResponses = async (program: Program, { contents, manifest }: Fixture) => {
  await using server = await program.serve()
  const send = createSend(server.origin)
  for (const { token, path, body } of contents.responses) {
    const response = await send(`GET ${path}`, { token: manifest.tokens[token] })
    expect([path, response]).toEqual([path, body])
  }
}

const addLabel = async (program: Program, { manifest }: Fixture) => {
  await using server = await program.serve()
  await createSend(server.origin)('POST /api/labels', { token: manifest.tokens.admin, body: { name: 'Later' } })
}

const rejectionOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: Error) => error.message,
  )

/** A program refuses a newer library in one line, whatever it is to do with it, and does not change it. */
const expectRefused = async (program: Program, library: string) => {
  const before = await Bun.file(library).bytes()
  const commands = [() => program.serve(), () => program.run(['user', 'list']), () => program.run(['export'])]
  for (const command of commands) {
    const message = await rejectionOf(command())
    expect(message).toMatch(
      /exited with 1: music-library: .* has schema \d+, and this program knows only up to \d+\..*\n$/,
    )
    expect(message.trim()).not.toContain('\n')
  }
  expect(await Bun.file(library).bytes()).toEqual(before)
}

const findSnapshot = (folder: string): string => readdirSync(folder).find((name) => name.includes('.schema-')) ?? ''

describe.each(releaseVersions)('the executable of %s, built from its commit,', (version) => {
  const { commit, schema } = readManifest(version)
  const historyTest = test.skipIf(!hasCommit(commit))

  historyTest(`can be gone back to (needs the commit ${commit} in the history of git)`, async () => {
    using fixture = await openFixture(version)
    using folder = emptyFolder()
    const older = createProgram(buildCommit(commit, folder.path), fixture.path)
    const current = createProgram(await binary(), fixture.path)
    expect((await older.run(['--version'])).trim()).toBe(version)
    await addLabel(current, fixture)
    await current.run(['backup', 'newer.db'])
    if (schema === migrations.length) {
      const labels = JSON.parse(await older.run(['export'])).labels
      expect(labels).toContainEqual({ name: 'Later' })
      await older.run(['restore', 'newer.db'])
    } else {
      await expectRefused(older, fixture.file('library.db'))
      expect(await rejectionOf(older.run(['restore', 'newer.db']))).toMatch(/knows only up to/)
      await older.run(['restore', findSnapshot(fixture.path)])
      await expectSameResponses(older, fixture)
    }
    await older.run(['restore', 'backup.db'])
    await expectSameResponses(older, fixture)
    expect(await older.run(['doctor'])).not.toContain('WRONG')
  })
})
