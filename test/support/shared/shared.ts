import type { SharedName, SharedValues } from './values.ts'

/** The variable with the address at which `test/run.ts` serves the values. */
export const sharedUrlVariable = 'TEST_SHARED_URL'

const url = process.env[sharedUrlVariable]

const texts = new Map<SharedName, Promise<string>>()
let own: Promise<SharedValues> | undefined

/**
 * A value that all tests share. The process of `test/run.ts` creates it, so that it outlives the tests: Bun ends the programs that a
 * test has started when this test times out. Without `test/run.ts`, this process creates it.
 */
export const shared = (name: SharedName): Promise<string> => {
  const text = texts.get(name) ?? (url ? request(`${url}/${name}`) : createHere(name))
  texts.set(name, text)
  return text
}

const request = async (address: string) => {
  const response = await fetch(address)
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

const createHere = async (name: SharedName) => {
  // Loaded where it is needed: it brings programs that most tests do not use.
  own ??= import('./values.ts').then(({ createSharedValues }) => createSharedValues())
  return (await own).get(name)
}

/** Ends what this process has created. */
export const disposeShared = async (): Promise<void> => {
  await (await own)?.[Symbol.asyncDispose]()
}
