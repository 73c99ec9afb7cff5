import { expect } from 'bun:test'
import { createLibraryCache } from '../../src/app/app.ts'
import { NotFound } from '../../src/base/errors.ts'
import { RequestWork } from '../../src/library/longWork.ts'
import { openLibrary } from '../../src/library/open.ts'
import { cacheOptions } from '../support/cacheOptions.ts'
import { createLabel, deleteLabel, updateLabel } from '../support/catalogueStore.ts'
import { createOwner } from '../support/owner.ts'
import { postgresTest } from '../support/programs.ts'
import { createTestDatabase } from '../support/testDatabase.ts'

const work = new RequestWork(() => createOwner('account 1'), new Request('http://localhost/api/labels/1'))

postgresTest(
  'a record that was read between its insertion and the next poll is invalidated by a later change',
  async () => {
    await using database = await createTestDatabase()
    const [writer, reader] = await Promise.all([openLibrary(database.url), openLibrary(database.url)])
    const cache = createLibraryCache(reader, { ...cacheOptions, maxBytes: 1_000_000 })
    const read = async (id: number) => (await cache.sendRecord('labels', id, work)).json()
    await reader.catchUp?.()
    const label = await writer.write((tx) => createLabel(tx, 'Columbia'))
    const other = await writer.write((tx) => createLabel(tx, 'Impulse!'))
    // No poll comes before these reads, as in a request whose poll was answered just before the insertion.
    expect(await read(label.id)).toMatchObject({ name: 'Columbia' })
    expect(await read(other.id)).toMatchObject({ name: 'Impulse!' })
    await writer.write((tx) => updateLabel(tx, label.id, 'Blue Note'))
    await writer.write((tx) => deleteLabel(tx, other.id))
    await reader.catchUp?.()
    expect(await read(label.id)).toMatchObject({ name: 'Blue Note' })
    expect(read(other.id)).rejects.toBeInstanceOf(NotFound)
    await Promise.all([writer.close(), reader.close()])
  },
)
