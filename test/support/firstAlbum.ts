import type { Page } from 'playwright-core'

export const newAdmin = { name: 'Ada', email: 'ada@example.com', password: 'analytical engine' }

export const fillAccount = async (page: Page, { name, email, password } = newAdmin): Promise<void> => {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat the password').fill(password)
}

export const submitAccount = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Create the admin account' }).click()

/**
 * All that a person does in a new library from the URL that the start has printed to the first album on the screen: four fields and
 * four clicks.
 * @param onScreen - is called on each screen, before it is left
 */
export const reachFirstAlbum = async (
  page: Page,
  onScreen = async (_name: string): Promise<void> => {},
): Promise<void> => {
  await page.getByRole('button', { name: 'Create the admin account' }).waitFor()
  await onScreen('setup')
  await fillAccount(page)
  await submitAccount(page)
  await page.getByRole('heading', { name: 'The library is empty' }).waitFor()
  await onScreen('setup-first-run')
  await page.getByRole('link', { name: 'Add the sample albums' }).click()
  await page.getByRole('button', { name: 'Add to the library', disabled: false }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Albums', exact: true }).click()
  await page.getByRole('link', { name: 'Kind of Blue' }).waitFor()
  await onScreen('setup-albums')
}
