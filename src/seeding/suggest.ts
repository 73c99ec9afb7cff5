import { findClosest, maxEdits } from '../base/spelling.ts'
import { hasInvisible, removeInvisible } from '../base/visibleText.ts'

/** A name without case, and without spaces and characters that can't be seen: two names with the same are hardly two records. */
export const foldName = (name: string): string => {
  const trimmed = (hasInvisible(name) ? removeInvisible(name) : name).trim()
  return (irregularSpace.test(trimmed) ? trimmed.replaceAll(/\s+/g, ' ') : trimmed).toLowerCase()
}

/** Few names have any: to look for it takes a third of the time of replacing it. */
const irregularSpace = /\s{2}|[^\S ]/

/** Finds the name that somebody may have meant: one that differs in case or spaces, or else by few letters. */
export const suggestName = (text: string, names: Iterable<string>): string | undefined =>
  findClosest(text, names, maxEdits(foldName(text), 4), foldName)

/** Finds the member that somebody may have meant. There are few, so that more letters may differ. */
export const suggestMember = (text: string, members: readonly string[]): string | undefined =>
  findClosest(text, members, maxEdits(text, 3))
