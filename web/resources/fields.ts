// What the forms have, by the members of a body. `bun run types` writes this file from the descriptions of the resources.

export const fields = {
  labels: {
    name: { kind: 'text', label: 'Name', isRequired: true, maxLength: 100 },
  },
  genres: {
    name: { kind: 'text', label: 'Name', isRequired: true, maxLength: 100 },
  },
  artists: {
    name: { kind: 'text', label: 'Name', isRequired: true, maxLength: 255 },
    cover_path: { kind: 'text', label: 'Cover path', maxLength: 255 },
    release_date: { kind: 'day', label: 'Release date' },
    label_id: { kind: 'reference', label: 'Label', resource: 'labels' },
    duration: { kind: 'duration', label: 'Length' },
  },
  albums: {
    title: { kind: 'text', label: 'Title', isRequired: true, maxLength: 255 },
    cover_path: { kind: 'text', label: 'Cover path', maxLength: 255 },
    release_date: { kind: 'day', label: 'Release date' },
    duration_seconds: { kind: 'duration', label: 'Length' },
    type: { kind: 'choice', label: 'Type', values: ['album', 'single', 'ep'] },
    label_id: { kind: 'reference', label: 'Label', resource: 'labels' },
  },
  tracks: {
    title: { kind: 'text', label: 'Title', isRequired: true, maxLength: 255 },
    file_path: { kind: 'text', label: 'File path', isRequired: true, maxLength: 255 },
    duration_seconds: { kind: 'duration', label: 'Length' },
    album_id: { kind: 'reference', label: 'Album', resource: 'albums' },
    artist_ids: { kind: 'references', label: 'Artists', resource: 'artists' },
    genre_ids: { kind: 'references', label: 'Genres', resource: 'genres' },
  },
} as const
