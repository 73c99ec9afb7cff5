import { expect, test } from 'bun:test'
import { renameSync, rmSync } from 'node:fs'
import { yieldToEventLoop } from '../../../src/base/eventLoop.ts'
import { forEach, scanFolder } from '../../../src/converters/scan/scanFolder.ts'
import { audioTest, createMusicFolder, inProcess } from '../../support/audio.ts'
import { rejection } from '../../support/database.ts'

const messageOf = async (scan: Promise<unknown>) => String(await rejection(scan))

audioTest('a scan in which files disappear fails, since its catalogue would miss tracks', async () => {
  using music = createMusicFolder()
  for (let number = 0; number < 50; number++) music.add(`${number}.mp3`)
  const removeFiles = async () => {
    for (let number = 0; number < 50; number++) rmSync(music.absolute(`${number}.mp3`), { force: true })
  }
  expect(await messageOf(scanFolder(music.path, inProcess, removeFiles))).toMatch(
    /\.mp3 disappeared during the scan\. Run the scan again\./,
  )
})

test('what runs when another action fails ends first, and no other action starts', async () => {
  const ended: number[] = []
  const run = forEach([1, 2, 3], 2, async (number) => {
    if (number === 1) throw new Error('The first one fails.')
    await yieldToEventLoop()
    ended.push(number)
  })
  expect(await messageOf(run)).toContain('The first one fails.')
  expect(ended).toEqual([2])
})

test('a scan whose folder is replaced by another one fails', async () => {
  using music = createMusicFolder()
  music.write('music/a.mp3')
  music.write('empty/notes.txt')
  const folder = music.absolute('music')
  const replace = async () => {
    renameSync(folder, music.absolute('gone'))
    renameSync(music.absolute('empty'), folder)
  }
  expect(await messageOf(scanFolder(folder, inProcess, replace))).toMatch(
    /disappeared during the scan\. Was its disk removed\?/,
  )
})

audioTest('rows are the same each time, whatever the order in which files are read', async () => {
  using music = createMusicFolder()
  for (let number = 0; number < 30; number++) music.add(`${number}.${number % 2 ? 'mp3' : 'flac'}`)
  const first = await music.scan()
  expect(first.rows).toHaveLength(30)
  expect(first.rows.map(({ file_path }) => file_path)).toEqual(first.untagged)
  expect(await music.scan()).toEqual(first)
})
