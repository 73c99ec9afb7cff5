import type { Client } from './client.ts'

/** Creates one record of each resource, with references between them. Returns them as their POST responses show them. */
export const createFixtures = async (admin: Client) => {
  const create = async (path: string, body: unknown) => {
    const response = await admin.post(path, body)
    if (response.status !== 201) throw new Error(`POST ${path} responded ${response.status}: ${response.text}`)
    return response.body
  }
  const label = await create('/labels', { name: 'Columbia' })
  const genre = await create('/genres', { name: 'Modal jazz' })
  const artist = await create('/artists', { name: 'Miles Davis', label_id: label.id })
  const album = await create('/albums', { title: 'Kind of Blue', label_id: label.id })
  const track = await create('/tracks', {
    title: 'So What',
    file_path: 'kind-of-blue/01.flac',
    album_id: album.id,
    artist_ids: [artist.id],
    genre_ids: [genre.id],
  })
  return { create, label, genre, artist, album, track }
}

/** Creates `count` records. Returns their ids in ascending order. */
export const createMany = async (admin: Client, path: '/artists' | '/genres', count: number): Promise<number[]> => {
  const ids: number[] = []
  for (let n = 1; n <= count; n++) ids.push((await admin.post(path, { name: `Number ${n}` })).body.id)
  return ids
}
