import { albumTypes } from '../database/schema.ts'
import { field } from './field.ts'

/** One of album, single and ep. */
export const AlbumType = () =>
  field<(typeof albumTypes)[number], (typeof albumTypes)[number]>({
    wire: { type: 'string', enum: albumTypes },
    problem: (value) =>
      albumTypes.some((type) => type === value) ? undefined : `must be one of ${albumTypes.join(', ')}.`,
    keep: (value) => value,
  })
