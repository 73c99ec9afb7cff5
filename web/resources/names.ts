/** The resources of the catalogue, which are the last parts of their paths, too. */
export type ResourceName = 'albums' | 'artists' | 'genres' | 'labels' | 'tracks'

/** What a record is called: the title of an album or a track, and the name of any other. */
export const nameOf = (record: { name: string } | { title: string }): string =>
  'name' in record ? record.name : record.title
