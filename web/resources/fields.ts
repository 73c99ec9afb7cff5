// What the forms have, by the members of a body. `bun run generate` writes this file from the descriptions of the resources.

export const fields = {
  labels: {
    name: { kind: 'text', isRequired: true, maxLength: 100 },
  },
  genres: {
    name: { kind: 'text', isRequired: true, maxLength: 100 },
  },
  artists: {
    name: { kind: 'text', isRequired: true, maxLength: 255 },
    cover_path: { kind: 'text', maxLength: 255 },
    release_date: { kind: 'day' },
    label_id: { kind: 'reference', resource: 'labels' },
    duration: { kind: 'duration' },
  },
  albums: {
    title: { kind: 'text', isRequired: true, maxLength: 255 },
    cover_path: { kind: 'text', maxLength: 255 },
    release_date: { kind: 'day' },
    duration_seconds: { kind: 'duration' },
    type: { kind: 'choice', values: ['album', 'single', 'ep'] },
    label_id: { kind: 'reference', resource: 'labels' },
  },
  tracks: {
    title: { kind: 'text', isRequired: true, maxLength: 255 },
    file_path: { kind: 'text', isRequired: true, maxLength: 255 },
    duration_seconds: { kind: 'duration' },
    album_id: { kind: 'reference', resource: 'albums' },
    artist_ids: { kind: 'references', resource: 'artists' },
    genre_ids: { kind: 'references', resource: 'genres' },
  },
} as const
