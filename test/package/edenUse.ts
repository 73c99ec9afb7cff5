/** The configuration of a project that uses Eden: the declarations of Elysia and Eden are not checked. */
export const edenConfig = (files: string[]): string =>
  JSON.stringify({
    compilerOptions: {
      target: 'ESNext',
      module: 'Preserve',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
    },
    files,
  })

const start = `
import { treaty } from '@elysiajs/eden'
import type { App } from 'music-library/app'

const { api, search } = treaty<App>('http://127.0.0.1:3000', { parseDate: false })
`

/** A program that uses Eden with the types of the package. */
export const edenUse = `${start}
type Identical<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const assertTrue = <_ extends true>() => {}

export const read = async (): Promise<string> => {
  const { data, error } = await api.tracks({ id: 3 }).get()
  if (error) {
    assertTrue<Identical<typeof error.status, 401 | 404>>()
    return error.value.message
  }
  return data.album?.title ?? ''
}

export const write = async (): Promise<string[]> => {
  const { data, error } = await api.albums.post({ title: 'Blue Train', type: 'ep' })
  if (error) return error.status === 400 ? (error.value.errors?.title ?? []) : [error.value.message]
  assertTrue<Identical<typeof data.type, 'album' | 'single' | 'ep'>>()
  return [data.title]
}

export const logIn = async (): Promise<string[]> => {
  const { error } = await api.login.post({ email: 'ada@example.com', password: 'correct horse' })
  if (error?.status !== 422) return []
  assertTrue<Identical<typeof error.value.errors, Record<string, string[]>>>()
  return error.value.errors.email ?? []
}

export const find = async (): Promise<(string | undefined)[]> => {
  const albums = await search.albums.get({ query: { q: 'blue', type: 'ep,single', label_id: 3, sort: '-release_date', limit: 5 } })
  const tracks = await search.tracks.get({ query: { liked: false, genre_id: '3,5', created_at: '2020..' } })
  const all = await search.get({ query: { q: 'blue' } })
  await search.labels.get()
  // @ts-expect-error: no order of albums
  await search.albums.get({ query: { sort: 'name' } })
  // @ts-expect-error: there is no such path
  api.songs
  return [albums.data?.[0]?.title, tracks.data?.[0]?.artists[0]?.name, all.data?.genres.records[0]?.name]
}
`
