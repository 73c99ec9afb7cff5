/** A catalogue in which most searches and lists find several records: 4 labels, 3 genres, 12 artists, 30 albums and 200 tracks. */
export const generatedCatalogue = () => {
  const range = <T>(count: number, create: (index: number) => T) => Array.from({ length: count }, (_, at) => create(at))
  const words = [
    'Ágætis byrjun',
    "Don't",
    'Ålesund',
    'say "so"',
    'ŁÓDŹ',
    '坂本 100%',
    'back\\slash',
    'under_score',
    '– ( –',
  ]
  return {
    labels: range(4, (at) => ({ name: `Label ${at}`, ...(at === 1 && { key: "o'label" }) })),
    genres: range(3, (at) => ({ name: `Genre ${at}` })),
    artists: range(12, (at) => ({
      name: `${words[at % words.length]} ${at}`,
      ...(at % 3 > 0 && { label: `Label ${at % 4}`, duration: at * 7 }),
    })),
    albums: range(30, (at) => ({
      title: `Album ${words[at % words.length]} ${at}`,
      label: `Label ${at % 4}`,
      type: ['album', 'ep', 'single'][at % 3],
      ...(at % 2 > 0 && { release_date: `19${50 + at}-01-02`, duration_seconds: 3000 - at }),
    })),
    tracks: range(200, (at) => ({
      title: `${words[(at * 7) % words.length]} part ${at}`,
      // Two tracks have the same path.
      file_path: `music/${Math.min(at, 198)}.flac`,
      ...(at > 197 && { key: `part-${at}` }),
      ...(at % 5 > 0 && {
        album: `Album ${words[(at % 30) % words.length]} ${at % 30}`,
        duration_seconds: (at * 37) % 400,
      }),
      artists: [...new Set([at % 12, (at * 5) % 12])].map((artist) => `${words[artist % words.length]} ${artist}`),
      genres: at % 4 > 0 ? [`Genre ${at % 3}`] : [],
    })),
  }
}
