import { expect, expectTypeOf, test } from 'bun:test'
import { treaty } from '@elysiajs/eden'
import type { App } from '../src/app/app.ts'
import type { ListedAlbum, ListedTrack, SingleTrack } from '../src/resources/responses.ts'
import { createFixtures } from './support/createFixtures.ts'
import { password, startTestLibrary } from './support/library.ts'

// The types are checked by the compiler, which checks this file like all others.

const createApi = (url: string, parseDate: boolean, token?: string) =>
  treaty<App>(new URL(url).origin, { parseDate, headers: token ? { authorization: `Bearer ${token}` } : {} }).api

type Api = ReturnType<typeof createApi>

/** The body of the 200 of a call. */
type Data<Call extends (...args: never[]) => Promise<{ data: unknown }>> = NonNullable<
  Awaited<ReturnType<Call>>['data']
>

test('the type of the application is whole: no plugin turns it into any', () => {
  expectTypeOf<App>().not.toBeAny()
  expectTypeOf<App['~Routes']>().not.toBeAny()
  expectTypeOf<Api>().not.toBeAny()
  expectTypeOf<Data<Api['tracks']['get']>>().toEqualTypeOf<ListedTrack[]>()
  expectTypeOf<Data<ReturnType<Api['tracks']>['get']>>().toEqualTypeOf<SingleTrack>()
  expectTypeOf<Data<Api['albums']['post']>>().toEqualTypeOf<ListedAlbum>()
  expectTypeOf<Data<Api['albums']['get']>[number]['type']>().toEqualTypeOf<'album' | 'single' | 'ep'>()
})

/** The statuses of the errors of a call that its type declares. */
type ErrorStatus<Call extends (...args: never[]) => Promise<{ error: { status: unknown } | null }>> = NonNullable<
  Awaited<ReturnType<Call>>['error']
>['status']

test('the types have the statuses that occur: only a login can be a 422', () => {
  expectTypeOf<ErrorStatus<Api['login']['post']>>().toEqualTypeOf<400 | 408 | 413 | 415 | 422>()
  expectTypeOf<ErrorStatus<Api['register']['post']>>().toEqualTypeOf<400 | 403 | 408 | 413 | 415>()
  expectTypeOf<ErrorStatus<Api['labels']['post']>>().toEqualTypeOf<400 | 401 | 403 | 408 | 413 | 415>()
  expectTypeOf<ErrorStatus<ReturnType<Api['labels']>['put']>>().toEqualTypeOf<
    400 | 401 | 403 | 404 | 408 | 412 | 413 | 415
  >()
  expectTypeOf<ErrorStatus<Api['tracks']['get']>>().toEqualTypeOf<401>()
  expectTypeOf<ErrorStatus<ReturnType<Api['tracks']>['like']['post']>>().toEqualTypeOf<401 | 403 | 404>()
})

test('Eden logs in, reads and likes, and its dates stay strings with parseDate: false', async () => {
  await using library = await startTestLibrary()
  const { track } = await createFixtures(library.admin)
  const session = await createApi(library.url, false).login.post({ email: 'user@example.com', password })
  const api = createApi(library.url, false, session.data?.token)
  const { data, error } = await api.tracks({ id: track.id }).get()
  expect([error, data?.title, data?.created_at]).toEqual([null, 'So What', track.created_at])
  expect((await api.tracks({ id: track.id }).like.post()).data).toEqual({ message: 'Track liked.' })
  expect((await api.labels.post({ name: 'Verve' })).error?.status).toBe(403)

  // The default makes dates of texts, against the type, and loses the microseconds.
  const parsed = await createApi(library.url, true, session.data?.token).tracks({ id: track.id }).get()
  expect(parsed.data?.created_at).toBeInstanceOf(Date)
})
