import { expect } from 'bun:test'
import { libraryTest as test } from '../../support/fixtureTest.ts'
import { listOf, mergedText, namesOf, nextSeed, nothing, seed } from './support.ts'

// Records that people have changed, and whose entries or others have `formerly`.

const nameChange = (id: number) => ({ list: [`labels/${id} changed name`], changed: 1 })

test('a record that people have renamed is still the one of its entry where another one was formerly that', async ({
  library,
  admin,
}) => {
  await seed(library, { labels: [{ name: 'B' }, { name: 'C' }] })
  const renamed = [
    { name: 'A', formerly: 'B' },
    { name: 'B', formerly: 'C' },
  ]
  await seed(library, { labels: renamed })
  expect(await namesOf(admin, '/labels')).toEqual(['A', 'B'])
  await admin.put('/labels/2', { name: 'P' })
  for (const labels of [renamed, renamed.toReversed()]) {
    expect(await nextSeed(library, { labels })).toEqual(nameChange(2))
    const merged = JSON.parse(await mergedText(library, JSON.stringify({ labels })))
    expect(merged.labels.map(({ name }: { name: string }) => name).sort()).toEqual(['A', 'P'])
    expect(await nextSeed(library, merged, { prune: true })).toEqual(nothing)
  }
})

test('of a row of renames, each entry has the record that it was, also one that people have renamed', async (testLibrary) => {
  const { library, admin } = testLibrary
  await seed(library, { labels: [{ name: 'B' }, { name: 'C' }] })
  await admin.put('/labels/1', { name: 'P' })
  const renamed = [
    { name: 'A', formerly: 'B' },
    { name: 'B', formerly: 'C' },
  ]
  for (const labels of [renamed, renamed.toReversed()])
    expect(await nextSeed(library, { labels })).toEqual({ list: ['labels/1 changed name'], changed: 2 })
  expect(listOf(await seed(library, { labels: renamed }, 'keep'))).toEqual(['labels/1 changed name kept'])
  expect(await namesOf(admin, '/labels')).toEqual(['P', 'B'])
})
