/** What a program gives to `create` or `start`, and what TypeScript must reject. Each wrong line is an error of its own. */
export interface OptionsUse {
  /** A module that compiles. */
  right: string
  /** The beginning of a module, and lines of which none compiles. */
  imports: string
  wrong: string[]
}

const users = `[
  { email: 'ada@example.com', password: 'a long secret', role: 'admin', name: 'Ada', likes: ['so-what.flac', { key: 'so-what' }] },
  { email: 'bob@example.com', token: 'mlib_', locked: true },
]`

const wrongOf = (call: string) => [
  `${call}({ now: new Date() })`,
  `${call}({ users: [{ password: 'a long secret' }] })`,
  `${call}({ users: [{ email: 'ada@example.com', role: 'root' }] })`,
  `${call}({ users: [{ email: 'ada@example.com', likes: [1] }] })`,
  `${call}({ catalogue: 1 })`,
  `${call}({ colour: 'blue' })`,
  `void ${call}({}).then((library) => library.as({ email: 'ada@example.com' }))`,
  `void ${call}({}).then((library) => library.reset('now'))`,
]

const rightOf = (call: string) => `
const fixed = { catalogue: { labels: [{ name: 'ECM' }] }, users: [{ email: 'ada@example.com', password: 'a long secret' }] } as const
export const use = async (now: string): Promise<number> => {
  await using library = await ${call}({ catalogue: 'sample', now, users: ${users} })
  await using other = await ${call}(fixed)
  await other.as('ada@example.com').tracks.like(1)
  await library.reset()
  const labels = await library.anonymous.labels.list()
  return (await library.seed('sample')).sections.labels.created + labels.length
}`

export const createUse: OptionsUse = {
  imports: "import { createMusicLibrary } from 'music-library'",
  right: `${rightOf('createMusicLibrary')}
export const more = createMusicLibrary({ database: ':memory:', listen: { port: 0 }, cors: ['localhost'], limits: { all: '20/1m' } })`,
  wrong: [...wrongOf('createMusicLibrary'), "createMusicLibrary({ args: ['--docs', 'off'] })"],
}

export const startUse: OptionsUse = {
  imports: "import { startMusicLibrary } from 'music-library/testing'",
  right: `${rightOf('startMusicLibrary')}
export const more = startMusicLibrary({ catalogue: new URL('file:///x.json'), args: ['--docs', 'off'], timeoutMs: 1 })`,
  wrong: [...wrongOf('startMusicLibrary'), 'startMusicLibrary({ listen: true })'],
}
