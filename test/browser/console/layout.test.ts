import { expect } from 'bun:test'
import { logInAsAdmin } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'

const sampleTest = consoleTest()

/** Where the cards and tables of a screen begin and end: the least left edge and the greatest right edge, in pixels. */
const edges = `(() => {
  const boxes = [...document.querySelectorAll('#content :is(.mantine-Paper-root, .table, .mantine-Dropzone-root)')]
  const rectangles = boxes.map((box) => box.getBoundingClientRect()).filter(({ width }) => width > 0)
  return [Math.min(...rectangles.map(({ left }) => left)), Math.max(...rectangles.map(({ right }) => right))]
})()`

sampleTest('all screens begin and end at the same edges', async ({ served, open, readProblems }) => {
  const admin = await logInAsAdmin(served)
  await admin.post('/labels', { name: 'COLUMBIA' })
  const page = await open('/tracks')
  for (const [path, text] of [
    ['/tracks', '5 Years'],
    ['/duplicates', 'COLUMBIA'],
    ['/account', 'This session'],
    ['/audit', 'COLUMBIA'],
    ['/health', 'The server is ready'],
    ['/seeding', 'Drop a file here'],
    ['/users/1', 'What this user did last'],
    ['', 'Latest changes'],
  ]) {
    await page.goto(`${served.origin}/console${path}`)
    await page
      .getByText(text as string)
      .first()
      .waitFor()
    expect([path, await page.evaluate<number[]>(edges)]).toEqual([path, [264, 1408]])
  }
  expect(readProblems()).toEqual([])
})
