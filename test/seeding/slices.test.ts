import { expect, spyOn } from 'bun:test'
import { startSlice } from '../../src/base/eventLoop.ts'
import { decodeUtf8 } from '../../src/seeding/read/identifyFormat.ts'
import { InvalidCatalogue } from '../../src/seeding/read/problems.ts'
import { createLabel } from '../support/catalogueStore.ts'
import { rejection } from '../support/database.ts'
import { databaseTest as test } from '../support/fixtureTest.ts'
import { seedText } from '../support/seedText.ts'
import { mergedText } from './people/support.ts'

// No step of reading a file takes longer the longer the file is: others run after each part of it.

/** Counts the turns of the event loop while work runs that yields whenever it may: each look at the clock ends its slice. */
const countTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let time = performance.now()
  const clock = spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
  let count = 0
  let isCounting = true
  const endTurn = () => {
    count++
    if (isCounting) setImmediate(endTurn)
  }
  setImmediate(endTurn)
  try {
    await work()
    return count
  } finally {
    isCounting = false
    clock.mockRestore()
    // The current slice has ended by the clock of before.
    startSlice()
  }
}

const longText = 'x'.repeat(4_200_000)
const tooLong = /^No value of this file has more than 4194304 characters/

test.each([
  ['a text', `{"x":"${longText}"}`, 6],
  ['an escaped text', `{"x":"${'\\"'.repeat(2_100_000)}"}`, 6],
  ['a number', `{"x":${'1'.repeat(4_200_000)}}`, 6],
  ['an array', `{"x":[${' '.repeat(4_200_000)}]}`, 6],
  ['the name of a member', `{"${longText}":1}`, 2],
  ['an entry', `{"labels":[{"name":"${longText}"}]}`, 12],
])('%s that is longer than a record can be ends the reading of a file', async (database, _, text, column) => {
  const error = await rejection(seedText(database, text))
  if (!(error instanceof InvalidCatalogue)) throw error
  expect(error.problems).toEqual([{ pointer: '', sentence: expect.stringMatching(tooLong), line: 1, column }])
})

test('others run after each long entry, after each thousand references, and while the lines of a file are counted', async (database) => {
  const preview = (value: unknown) =>
    countTurns(() => seedText(database, JSON.stringify(value), { dryRun: true }).catch(() => {}))
  const entries = (name: string) => ({
    labels: Array.from({ length: 50 }, (_, index) => ({ name: `${name}${index}` })),
  })
  expect(await preview(entries('x'.repeat(100_000)))).toBeGreaterThan((await preview(entries('x'))) + 45)
  const artists = (count: number) => ({
    tracks: [{ title: 't', file_path: 'p', artists: Array(count).fill('Nobody') }],
  })
  expect(await preview(artists(40_000))).toBeGreaterThan((await preview(artists(1))) + 35)
  const wrongAfter = (text: string) =>
    countTurns(() => seedText(database, `{"labels":[]${text},"x":1}`, { dryRun: true }).catch(() => {}))
  expect(await wrongAfter('\n'.repeat(8_388_608))).toBeGreaterThan((await wrongAfter('')) + 6)
})

test('others run while a file is decoded, and while its first invalid byte is looked for', async () => {
  const bytes = new Uint8Array(8_388_608).fill(10)
  bytes.set([0x7b])
  expect(await countTurns(() => decodeUtf8(bytes, 'a.json', 'a.json'))).toBeGreaterThan(6)
  bytes.set([0xff], bytes.length - 1)
  let message = ''
  const turns = await countTurns(async () => {
    message = String(await decodeUtf8(bytes, 'a.json', 'a.json').catch((error) => error.message))
  })
  expect(message).toStartWith('a.json is not UTF-8 text: line 8388607, column 1 has the byte FF.')
  expect(turns).toBeGreaterThan(100)
})

test('others run while the entries of a merged file are compared', async (database) => {
  const labels = (count: number) =>
    JSON.stringify({ labels: Array.from({ length: count }, (_, index) => ({ name: `Label ${index}` })) })
  const text = labels(2_000)
  await seedText(database, labels(2_000))
  await database.write((tx) => createLabel(tx, 'Added'))
  const previewed = await countTurns(() => seedText(database, text, { dryRun: true }))
  // They are gone through six times: one of these takes their directives.
  expect(previewed).toBeGreaterThanOrEqual(120)
  // Those of a merged file are gone through to compare them, to merge them, and to add the new one.
  const merged = await countTurns(() => mergedText(database, text, { withNew: true }))
  expect(merged - previewed).toBeGreaterThanOrEqual(60)
})
