import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sampleCatalogue } from '../../src/seeding/sample.ts'
import { parseHttpFile, runHttpFile } from '../support/httpFile.ts'
import { password, startTestLibrary } from '../support/library.ts'
import { seedText } from '../support/seedText.ts'

const file = parseHttpFile(await Bun.file(join(import.meta.dir, '../../requests.http')).text())

test('every request of requests.http gets the status that the file says, also when they are repeated', async () => {
  await using library = await startTestLibrary()
  await seedText(library.library, sampleCatalogue())
  file.variables.set('origin', new URL(library.url).origin)
  file.variables.set('adminPassword', password)
  for (let round = 0; round < 2; round++) {
    const statuses: unknown[] = []
    await runHttpFile(file, ({ title }, { status }) => statuses.push([title, status]))
    expect(statuses).toEqual(file.requests.map(({ title, status }) => [title, status]))
  }
})

test('requests.http has requests for every kind of error that a client meets', () => {
  const statuses = new Set(file.requests.map(({ status }) => status))
  for (const status of [200, 201, 204, 304, 400, 401, 403, 404, 405, 422]) expect(statuses).toContain(status)
})
