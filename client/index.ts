export type { Change, ChangePage, Changes, ChangesOptions, Disconnect } from './changes.ts'
export { type Client, createClient } from './client.ts'
export { ApiError, InvalidError } from './errors.ts'
export type { ClientOptions } from './options.ts'
export type { ChangeOptions, RequestOptions, SendOptions } from './requests.ts'
export type { Resource } from './resource.ts'
export type {
  AlbumSearch,
  ArtistSearch,
  CatalogueCounts,
  Found,
  Ids,
  LabelSearch,
  LinkedPage,
  Matches,
  NameSearch,
  Page,
  Search,
  Searches,
  SearchParameters,
  TrackSearch,
} from './search.ts'
export type { SessionListener } from './session.ts'
export type * from './types.ts'
