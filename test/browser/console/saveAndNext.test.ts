import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { waitForFocus } from '../../support/console.ts'
import { consoleTest } from '../../support/consoleTest.ts'
import { inLongForm } from '../../support/longForm.ts'

const test = consoleTest()
const longTest = inLongForm(test)

const drawer = (page: Page, name: string) => page.getByRole('dialog', { name: `Edit ${name}`, exact: true })

test('records of a list are completed one after the other, in the field that they lack', async ({ api, open }) => {
  const ids: number[] = []
  for (const n of [1, 2, 3]) ids.push((await api.post('/albums', { title: `Zzz ${n}` })).body.id)
  const page = await open('/albums?view=table&q=zzz&sort=title&label_id=none')
  await page.getByRole('checkbox', { name: 'Select Zzz 3' }).click()
  await page.getByRole('link', { name: 'Zzz 1', exact: true }).focus()
  await page.keyboard.press('e')
  await waitForFocus(drawer(page, 'Zzz 1').getByLabel('Title'))
  await page.getByText('1 selected').waitFor()
  for (const n of [1, 2]) {
    const label = drawer(page, `Zzz ${n}`).getByRole('combobox', { name: 'Label' })
    // The next form begins in the field of the last one.
    if (n > 1) await waitForFocus(label)
    await label.focus()
    await page.keyboard.type('columbia')
    await page.getByRole('option', { name: 'Columbia', exact: true }).waitFor()
    await page.keyboard.press('Enter')
    await label.and(page.locator('[value="Columbia"]')).waitFor()
    await page.keyboard.press('Control+Enter')
    await drawer(page, `Zzz ${n + 1}`)
      .getByLabel('Title')
      .waitFor()
    await page.getByRole('link', { name: `Zzz ${n}`, exact: true }).waitFor({ state: 'detached' })
    expect((await api.get(`/albums/${ids[n - 1]}`)).body.label.name).toBe('Columbia')
  }
  // After the last row there is none.
  expect(await page.getByRole('button', { name: 'Save and next' }).count()).toBe(0)
  await page.keyboard.press('Control+Enter')
  await drawer(page, 'Zzz 3').waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toBe('?view=table&q=zzz&sort=title&label_id=none')
  await waitForFocus(page.getByRole('link', { name: 'Edit Zzz 3' }))
  await page.getByText('1 selected').waitFor()
})

longTest('beside the form of a row, j and k lead to the rows around it', async ({ open }) => {
  const page = await open('/albums')
  // A cover has no button for it.
  await page.locator('.album-card').nth(1).focus()
  await page.keyboard.press('e')
  await waitForFocus(page.getByRole('dialog', { name: /^Edit/ }).getByLabel('Title'))
  await page.keyboard.press('Escape')
  await waitForFocus(page.locator('.album-card').nth(1))

  await page.getByRole('link', { name: /Kind of Blue/ }).click()
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  const links = page.locator('tbody .record-link')
  await links.nth(4).waitFor()
  const [first = '', second = '', third = ''] = await links.allTextContents()
  await links.first().focus()
  await page.keyboard.press('e')
  await waitForFocus(drawer(page, first).getByLabel('Title'))
  await drawer(page, first).getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('j')
  await drawer(page, second).getByLabel('Title').waitFor()
  await page.keyboard.press('j')
  await drawer(page, third).getByLabel('Title').waitFor()
  await page.keyboard.press('k')
  const title = drawer(page, second).getByLabel('Title')
  // In a field, a key is a letter.
  await title.fill('')
  await page.keyboard.type('jk')
  expect(await title.inputValue()).toBe('jk')
  await drawer(page, second).getByRole('button', { name: 'Cancel' }).focus()
  await page.keyboard.press('j')
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await question.getByRole('button', { name: 'Discard the changes' }).click()
  await drawer(page, third).getByLabel('Title').waitFor()
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await drawer(page, third).waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Kind of Blue', level: 1 }).waitFor()
  await waitForFocus(page.getByRole('link', { name: `Edit ${third}` }))
  expect(await links.nth(1).textContent()).toBe(second)
})
