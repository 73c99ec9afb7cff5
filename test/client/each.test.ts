import { expect } from 'bun:test'
import { createClient } from '../../client/index.ts'
import { rejection } from '../support/database.ts'
import { libraryTest as test } from '../support/fixtureTest.ts'
import { createRecordingFetch } from './recordingFetch.ts'

test('each reads all pages of a search, one when it is needed', async ({ admin, url }) => {
  for (let n = 1; n <= 7; n++) await admin.post('/labels', { name: `Label ${n}` })
  const recording = createRecordingFetch()
  const client = createClient({ baseUrl: url, token: admin.token, fetch: recording.fetch })
  const names = async (parameters?: Parameters<typeof client.search.labels.each>[0]) => {
    const found: string[] = []
    for await (const { name } of client.search.labels.each(parameters)) found.push(name)
    return found
  }
  expect(await names()).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `Label ${n}`))
  expect(recording.exchanges).toHaveLength(1)
  expect(await names({ q: 'label', sort: '-id', limit: 3, offset: 2 })).toEqual(
    [5, 4, 3, 2, 1].map((n) => `Label ${n}`),
  )
  expect(recording.exchanges).toHaveLength(3)
  for await (const { name } of client.search.labels.each({ limit: 2 })) if (name === 'Label 2') break
  expect(recording.exchanges).toHaveLength(4)
  expect(await names({ q: 'nothing' })).toEqual([])
  const each = client.search.tracks.each({}, { signal: AbortSignal.abort() })
  expect(await rejection(each.next())).toHaveProperty('name', 'AbortError')
})
