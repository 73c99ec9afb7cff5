// The console imports this file, too, so it imports nothing.

interface MemberChange {
  from: unknown
  to: unknown
}

/**
 * The change of a member, as its group has it: of a list, only the items that are removed and added. Of paths that end alike,
 * only the folders in which they differ, so that the files of a moved folder are in one group.
 */
export const withoutCommonItems = ({ from, to }: MemberChange): MemberChange => {
  if (typeof from === 'string' && typeof to === 'string') return withoutCommonSegments(from, to)
  if (!Array.isArray(from) || !Array.isArray(to)) return { from, to }
  return { from: from.filter((item) => !to.includes(item)), to: to.filter((item) => !from.includes(item)) }
}

const withoutCommonSegments = (from: string, to: string) => {
  const [fromSegments, toSegments] = [from.split('/'), to.split('/')]
  let common = 0
  while (common < Math.min(fromSegments.length, toSegments.length)) {
    if (fromSegments.at(-1 - common) !== toSegments.at(-1 - common)) break
    common++
  }
  if (common === 0) return { from, to }
  // A folder that was moved into another one, or out of it, keeps its name.
  if (common > 1 && common === Math.min(fromSegments.length, toSegments.length)) common--
  const folderOf = (segments: string[]) => [...segments.slice(0, segments.length - common), '…'].join('/')
  return { from: folderOf(fromSegments), to: folderOf(toSegments) }
}
