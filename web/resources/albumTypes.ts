import type { AlbumType } from '../../client/index.ts'

export const albumTypes: AlbumType[] = ['album', 'single', 'ep']

/** Returns the type that a text names, such as a parameter of the URL. */
export const parseAlbumType = (text: string | undefined): AlbumType | undefined =>
  albumTypes.find((type) => type === text)
