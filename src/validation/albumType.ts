import { albumTypes } from '../database/catalogueSchema.ts'
import { field } from './field.ts'

/** The type of an album: `album`, `single` or `ep`. */
export const AlbumType = () =>
  field<(typeof albumTypes)[number], (typeof albumTypes)[number]>({
    jsonSchema: { type: 'string', enum: albumTypes },
    validate: (value) =>
      albumTypes.some((type) => type === value) ? undefined : `must be one of ${albumTypes.join(', ')}.`,
    normalize: (value) => value,
    advise: (value) => {
      const written = typeof value === 'string' ? value.trim().toLowerCase() : undefined
      return albumTypes.some((type) => type === written) ? `Write "${written}".` : undefined
    },
  })
