import { minGroupSize } from './changeGroups.ts'
import type { LikelyRename, MovedFolder } from './report.ts'
import { withoutCommonItems } from './withoutCommonItems.ts'

/** Finds the folders that likely renames have in common. */
export class MovedFolders {
  private readonly renames = new Map<string, LikelyRename[]>()

  add(rename: LikelyRename): void {
    const { section, former_name, name } = rename
    const { from, to } = withoutCommonItems({ from: former_name, to: name })
    // Names without a folder in common, and albums that only get another label.
    if (from === former_name || former_name === name) return
    this.renames.getOrInsertComputed(JSON.stringify({ section, from, to }), () => []).push(rename)
  }

  /** The folders that are large enough for the report. Marks their renames. */
  toReport(): MovedFolder[] {
    return [...this.renames].flatMap(([key, renames]) => {
      if (renames.length < minGroupSize) return []
      for (const rename of renames) rename.in_folder = true
      return [{ ...JSON.parse(key), count: renames.length }]
    })
  }
}
