/** The resources of the catalogue, which are the last parts of their paths, too. */
export type ResourceName = 'albums' | 'artists' | 'genres' | 'labels' | 'tracks'
