import * as album from './album.ts'
import * as artist from './artist.ts'
import * as genre from './genre.ts'
import * as label from './label.ts'
import * as responses from './responses.ts'
import * as track from './track.ts'

/** The descriptions of all resources, by their names. A resource refers only to resources before it. */
export const descriptions = {
  labels: label.label,
  genres: genre.genre,
  artists: artist.artist,
  albums: album.album,
  tracks: track.track,
}

/** The modules whose exports are the schemas of the resources, under the names of the client's types. */
export const schemaModules = [label, genre, artist, album, track, responses]
