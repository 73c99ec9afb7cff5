import { expect } from 'bun:test'
import { consoleTest } from '../../support/consoleTest.ts'
import { flattenTexts, loadTexts, sameInGerman } from '../../support/consoleTexts.ts'
import { everyNth, inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

test('the language is that of the browser until another one is chosen, and only its texts are loaded', async ({
  open,
}) => {
  const page = await open('/albums/1', { locale: 'de-AT' })
  const texts = () =>
    page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => /assets\\/(..)-/.exec(name)?.[1]).filter(Boolean)",
    )
  // Dates are in the form of the browser's German.
  await page.getByText(/^Hinzugefügt \d\d\.\d\d\.\d{4}/).waitFor()
  expect(await texts()).toEqual(['de'])
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('de')

  await page.getByRole('button', { name: 'Mein Konto' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByText(/^Added [A-Z][a-z]+ \d+, \d{4}/).waitFor()
  expect(await texts()).toEqual(['en'])
  await page.getByRole('link', { name: 'Artists', exact: true }).click()
  await page.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Artists', level: 1 }).waitFor()

  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('menuitem', { name: 'Deutsch' }).click()
  await page.getByRole('heading', { name: 'Künstler', level: 1 }).waitFor()
  expect(await texts()).toEqual(['de'])
})

longTest('a language that the console does not have is English', async ({ open }) => {
  const page = await open('', { locale: 'ja-JP' })
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor()
  expect(await page.evaluate<string>('document.documentElement.lang')).toBe('en')
})

/** Words of English that are none of German, and that no text of German quotes. */
const englishWord =
  /\b(the|of|and|is|are|to|this|that|with|your|not|can|be|for|has|have|from|by|only|toggle|password|visibility|changes|there)\b/i

/** What people read or hear on the page, but for what is to be copied, and what says that it is in English. */
const collectTexts = `(() => {
  const attributes = ['aria-label', 'aria-description', 'aria-roledescription', 'aria-valuetext', 'alt', 'placeholder', 'title']
  const elements = [...document.querySelectorAll('body *:not(code, kbd, noscript, pre, script, style, [lang=en], [lang=en] *)')]
  const ownTexts = (element) => [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data)
  const found = elements.flatMap((element) => [
    ...ownTexts(element),
    ...attributes.map((name) => element.getAttribute(name) ?? ''),
  ])
  return [...new Set([document.title, ...found].map((text) => text.trim()))]
})()`

/** Buttons after which a screen says more. */
const buttons: Record<string, string | RegExp> = { '/audit': /^Einzelheiten/, '/health': 'Jetzt prüfen' }

const paths = [
  ...['/audit', '/account', '/health', '/albums/1/edit', '', '/albums?view=table', '/albums/1', '/albums/1/delete'],
  ...['/artists/1', '/tracks', '/tracks/1', '/likes', '/duplicates', '/users', '/users/1', '/users/new', '/tokens'],
  ...['/tokens/new', '/invitations/new', '/seeding', '/backups', '/nothing'],
]

const emptyTest = consoleTest({})

emptyTest(
  'no English is on the German page, of the console, the server or a library of components',
  async ({ served, api, open }) => {
    const { body: label } = await api.post('/labels', { name: 'Zinnbaum' })
    const { body: artist } = await api.post('/artists', { name: 'Bo Rin' })
    const { body: album } = await api.post('/albums', { title: 'März', label_id: label.id })
    await api.post('/tracks', { title: 'Fähre', file_path: 'a.flac', album_id: album.id, artist_ids: [artist.id] })
    await api.post('/users', { name: 'Bo', email: 'bo@example.com', password: 'correct horse', role_id: 2 })
    const english = new Set(flattenTexts(await loadTexts('en')).map(([, text]) => text))
    const page = await open('', { locale: 'de-DE' })
    const wrong: string[] = []
    for (const path of everyNth(paths, paths.length)) {
      await page.goto(`${served.origin}/console${path}`)
      await page.locator('main :is(h1, h2), [role=dialog] h2').filter({ visible: true }).first().waitFor()
      await page.locator('body:not(:has([aria-busy=true], .mantine-Skeleton-root[data-visible]))').waitFor()
      const button = buttons[path]
      if (button) {
        for (const each of await page.getByRole('button', { name: button }).all()) await each.click()
        await page.locator('main [role=alert], .audit-details').first().waitFor()
      }
      const texts = await page.evaluate<string[]>(collectTexts)
      const isEnglish = (text: string) => englishWord.test(text) || (english.has(text) && !sameInGerman.has(text))
      wrong.push(...texts.filter(isEnglish).map((text) => `${path}: ${text}`))
    }
    expect(wrong).toEqual([])
  },
)
