/** What the catalogue has lists of. */
export const nouns = ['labels', 'genres', 'artists', 'albums', 'tracks'] as const
export type Noun = (typeof nouns)[number]
