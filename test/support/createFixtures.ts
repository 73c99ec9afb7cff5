import type { Client } from './client.ts'

/** One record of each kind, tied together, as the API answered them. */
export const createFixtures = async (admin: Client) => {
  const made = async (path: string, body: unknown) => {
    const answer = await admin.post(path, body)
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const label = await made('/labels', { name: 'Columbia' })
  const genre = await made('/genres', { name: 'Modal jazz' })
  const artist = await made('/artists', { name: 'Miles Davis', label_id: label.id })
  const album = await made('/albums', { title: 'Kind of Blue', label_id: label.id })
  const track = await made('/tracks', {
    title: 'So What',
    file_path: 'kind-of-blue/01.flac',
    album_id: album.id,
    artist_ids: [artist.id],
    genre_ids: [genre.id],
  })
  return { made, label, genre, artist, album, track }
}

/** Ids of as many new records, in ascending order. */
export const several = async (admin: Client, path: '/artists' | '/genres', count: number): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 1; n <= count; n++) ids.push((await admin.post(path, { name: `Number ${n}` })).body.id)
  return ids
}
