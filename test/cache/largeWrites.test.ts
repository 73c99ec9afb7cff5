import { expect, test } from 'bun:test'
import { seedValue } from '../support/catalogue.ts'
import { startTestLibrary } from '../support/library.ts'

test('after a write of more changes than are reported one by one, no response is from before it', async () => {
  await using library = await startTestLibrary()
  const { user } = library
  const labels = Array.from({ length: 20_001 }, (_, n) => ({ key: `${n}`, name: `Label ${n}` }))
  const readNames = async () => {
    const list = (await user.get('/labels')).body
    const single = await Promise.all([1, 20_001].map(async (id) => (await user.get(`/labels/${id}`)).body.name))
    return [list.length, list.at(0).name, list.at(-1).name, ...single]
  }
  await seedValue(library.library, { labels })
  expect(await readNames()).toEqual([20_001, 'Label 0', 'Label 20000', 'Label 0', 'Label 20000'])
  await seedValue(library.library, { labels: labels.map(({ key, name }) => ({ key, name: `${name}!` })) })
  expect(await readNames()).toEqual([20_001, 'Label 0!', 'Label 20000!', 'Label 0!', 'Label 20000!'])
})
