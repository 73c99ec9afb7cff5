import type { AlbumType } from '../../client/index.ts'
import { fields } from './fields.ts'

export const albumTypes: readonly AlbumType[] = fields.albums.type.values

/** Returns the type that a text names, such as a parameter of the URL. */
export const parseAlbumType = (text: string | undefined): AlbumType | undefined =>
  albumTypes.find((type) => type === text)
