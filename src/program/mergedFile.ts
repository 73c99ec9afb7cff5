import { UsageError } from '../base/errors.ts'
import { formatCount } from '../base/words.ts'
import type { Library } from '../library/library.ts'
import { type MergeOptions, mergeIntoFile } from '../seeding/merge/mergeIntoFile.ts'
import { writeText } from './output/writeExport.ts'
import type { SeedFile } from './seedFile.ts'

/**
 * Writes what people have changed into a copy of a catalogue file.
 * @param target - the file to write; - for standard output
 * @returns the function that writes it
 */
export const writeMergedFile = async (
  database: Library,
  { text, converted }: SeedFile,
  target: string,
  { quiet, ...options }: MergeOptions & { quiet: boolean },
): Promise<() => Promise<void>> => {
  if (converted)
    throw new UsageError(
      'Only a catalogue file can be merged into. Make one of this file: music-library import FILE > catalogue.json',
    )
  const merged = await mergeIntoFile(database, text, options)
  return async () => {
    await writeText(target, merged.text)
    if (quiet) return
    const { changed, removed, added } = merged
    const counts = [`${formatCount(changed, 'values')} changed`, `${formatCount(removed, 'records')} removed`]
    console.error(`Wrote ${target}: ${[...counts, `${formatCount(added, 'records')} added`].join(', ')}.`)
  }
}
