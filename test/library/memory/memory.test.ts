import { expect, test } from 'bun:test'
import { openLibrary } from '../../../src/library/open.ts'
import { createLabel, listLabels } from '../../support/catalogueStore.ts'

test('in memory, a select waits for a write, and a write for the snapshots before it', async () => {
  const library = await openLibrary(':memory:')
  const order: string[] = []
  const count = async (name: string, labels: Promise<unknown[]>) => order.push(`${name} ${(await labels).length}`)
  const release = Promise.withResolvers<void>()
  const snapshot = library.snapshot(async (read) => {
    await count('snapshot', listLabels(read))
    await release.promise
    await count('snapshot', listLabels(read))
  })
  const others: Promise<unknown>[] = []
  const write = library.write(async (tx) => {
    await createLabel(tx, 'ECM')
    others.push(count('select', listLabels(library.read)), count('later snapshot', library.snapshot(listLabels)))
    await createLabel(tx, 'Verve')
    order.push('write')
  })
  await count('select before', listLabels(library.read))
  release.resolve()
  await Promise.all([snapshot, write])
  await Promise.all(others)
  expect(order.slice(0, 4)).toEqual(['snapshot 0', 'select before 0', 'snapshot 0', 'write'])
  expect(order.slice(4).sort()).toEqual(['later snapshot 2', 'select 2'])
  await library.close()
})
