import { formatCount } from '../../../base/words.ts'
import type { ResourceName } from '../../../catalogue/resources.ts'
import type { Report, SeedChange } from '../../../seeding/report/report.ts'
import { formatChange, moreLine } from '../table.ts'

const maxListed = 20

/**
 * The records that would be made or deleted only because the file has another name for them. Without `full`, the files of a
 * moved folder are one line.
 */
export function* likelyRenameLines({ likely_renames, moved_folders }: Report, full: boolean): Generator<string> {
  if (likely_renames.length === 0) return
  yield `${formatCount(likely_renames.length, 'records')} that may have a new name:`
  for (const folder of full ? [] : moved_folders)
    yield `  ? ${folder.section}: ${formatChange(folder)}: ${folder.count} files`
  const single = full ? likely_renames : likely_renames.filter(({ in_folder }) => !in_folder)
  const listed = full ? single : single.slice(0, maxListed)
  for (const { section, former_name, name, formerly } of listed) {
    yield `  ? ${section}: ${formatRename(former_name, name)}`
    yield `      "formerly": ${JSON.stringify(formerly)}`
  }
  yield* moreLine(single.length - listed.length)
  const staying = likely_renames.filter((rename) => rename.likes_stay_with_path).length
  const otherwise = staying < likely_renames.length ? ' Otherwise they are new records.' : ''
  yield `If so, say "formerly" in the entries, or give --accept-renames.${otherwise}`
  if (staying > 0)
    yield `The paths of ${formatCount(staying, 'tracks')} have other songs now: without the renames, likes stay with the path.`
  yield ''
}

/** The names, in the library or in the file, of the likely renames that are deletions or creations of a section. */
export const likelyRenamedNames = (
  { likely_renames, changes }: Report,
  section: ResourceName,
  action: SeedChange['action'],
): ReadonlySet<string> => {
  const member = action === 'delete' ? 'former_name' : action === 'create' ? 'name' : undefined
  if (!member || likely_renames.length === 0) return new Set()
  const changed = new Set(
    changes.flatMap((change) => (change.section === section && change.action === action ? [change.name] : [])),
  )
  // Tracks that have changed places are neither deleted nor created: most of them are updates.
  const renames = likely_renames.filter(
    (rename) => rename.section === section && (!rename.likes_stay_with_path || changed.has(rename[member])),
  )
  return new Set(renames.map((rename) => rename[member]))
}

/** `Davies → Davis`. Texts that look alike may have different characters: é is one, or e and an accent. */
export const formatRename = (from: string, to: string): string =>
  from === to
    ? from
    : from.normalize() === to.normalize()
      ? `${from} (other Unicode characters, which look alike)`
      : `${from} → ${to}`
