/** A generator of pseudo-random integers from 0 to `below` - 1, the same in every run. */
const createRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Leaves a name as it is. */
const plainName = (name: string, _index: number) => name

/**
 * The text of a catalogue file with `size` tracks, a tenth as many albums, and a twentieth as many artists.
 * @param write - writes the names and titles, such as `writeName` of names.ts
 */
export const generateCatalogue = (size: number, write = plainName): string => {
  const random = createRandom(size)
  const repeat = <T>(count: number, create: (index: number) => T) =>
    Array.from({ length: Math.max(1, Math.ceil(count)) }, (_, index) => create(index))
  const labels = repeat(size / 500, (index) => ({ name: write(`Label ${index}`, index) }))
  const genres = repeat(Math.min(50, size / 10), (index) => ({ name: write(`Genre ${index}`, index) }))
  const pick = <T>(values: T[]): T => values[random(values.length)] as T // no list is empty
  const artists = repeat(size / 20, (index) => ({
    name: write(`Artist number ${index}`, index),
    label: pick(labels).name,
  }))
  const albums = repeat(size / 10, (index) => ({
    title: write(`Album number ${index}`, index),
    label: pick(labels).name,
    type: pick(['album', 'ep', 'single']),
    release_date: `${1950 + random(70)}-0${1 + random(9)}-1${random(9)}`,
    duration_seconds: 1200 + random(3000),
  }))
  const tracks = repeat(size, (index) => {
    const album = albums[Math.floor(index / 10)] ?? pick(albums)
    return {
      title: write(`Track ${index} of many`, index),
      file_path: `music/album-number-${Math.floor(index / 10)}/${index}.flac`,
      duration_seconds: 60 + random(500),
      album: album.title,
      artists: [...new Set(repeat(1 + random(3), () => pick(artists).name))],
      genres: [...new Set(repeat(1 + random(2), () => pick(genres).name))],
    }
  })
  const formatSection = (name: string, records: object[]) =>
    `  "${name}": [\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`
  const sections = Object.entries({ labels, genres, artists, albums, tracks })
  return `{\n${sections.map(([name, records]) => formatSection(name, records)).join(',\n')}\n}\n`
}

/** The texts of an accounts file with `count` accounts, and of a catalogue with the `likes` tracks that each of them likes. */
export const generateAccounts = (count: number, likes: number): { accounts: string; catalogue: string } => {
  const tracks = Array.from({ length: likes }, (_, at) => ({ title: `Track ${at}`, file_path: `${at}.flac` }))
  const accounts = Array.from({ length: count }, (_, at) => ({
    email: `user${at}@example.com`,
    token: `mlib_${String(at).padStart(43, '0')}`,
    likes: tracks.map(({ file_path }) => file_path),
  }))
  return { accounts: JSON.stringify({ accounts }), catalogue: JSON.stringify({ tracks }) }
}
