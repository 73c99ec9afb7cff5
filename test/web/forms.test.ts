import { expect, test } from 'bun:test'
import { join } from 'node:path'

const folder = join(import.meta.dir, '../../web')

test('no form shows messages of the browser', async () => {
  const files = await Array.fromAsync(new Bun.Glob('**/*.tsx').scan(folder))
  const forms = await Promise.all(
    files.map(
      async (file) => [file, (await Bun.file(join(folder, file)).text()).match(/<form\b[^>]*>?/g) ?? []] as const,
    ),
  )
  expect(forms.flatMap(([, all]) => all).length).toBeGreaterThan(8)
  expect(
    forms.filter(([, all]) => all.some((form) => !/^<form\s+noValidate\b/.test(form))).map(([file]) => file),
  ).toEqual([])
})
