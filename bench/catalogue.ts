/** Numbers that look random and are the same in every run. */
const numbers = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** The text of a catalogue file with so many tracks, a tenth as many albums, and a twentieth as many artists. */
export const catalogueOf = (size: number): string => {
  const next = numbers(size)
  const many = <T>(count: number, make: (at: number) => T) =>
    Array.from({ length: Math.max(1, Math.ceil(count)) }, (_, at) => make(at))
  const labels = many(size / 500, (at) => ({ name: `Label ${at}` }))
  const genres = many(Math.min(50, size / 10), (at) => ({ name: `Genre ${at}` }))
  const pick = <T>(from: T[]): T => from[next(from.length)] as T
  const artists = many(size / 20, (at) => ({ name: `Artist number ${at}`, label: pick(labels).name }))
  const albums = many(size / 10, (at) => ({
    title: `Album number ${at}`,
    label: pick(labels).name,
    type: pick(['album', 'ep', 'single']),
    release_date: `${1950 + next(70)}-0${1 + next(9)}-1${next(9)}`,
    duration_seconds: 1200 + next(3000),
  }))
  const tracks = many(size, (at) => {
    const album = albums[Math.floor(at / 10)] ?? pick(albums)
    return {
      title: `Track ${at} of many`,
      file_path: `music/${album.title.replaceAll(' ', '-').toLowerCase()}/${at}.flac`,
      duration_seconds: 60 + next(500),
      album: album.title,
      artists: [...new Set(many(1 + next(3), () => pick(artists).name))],
      genres: [...new Set(many(1 + next(2), () => pick(genres).name))],
    }
  })
  const section = (name: string, records: object[]) =>
    `  "${name}": [\n${records.map((record) => `    ${JSON.stringify(record)}`).join(',\n')}\n  ]`
  const sections = Object.entries({ labels, genres, artists, albums, tracks })
  return `{\n${sections.map(([name, records]) => section(name, records)).join(',\n')}\n}\n`
}
