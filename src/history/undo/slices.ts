const idsPerStatement = 500

/** Divides an array into parts, for one statement each. */
export const slices = <Item>(items: readonly Item[]): Item[][] => {
  const parts: Item[][] = []
  for (let start = 0; start < items.length; start += idsPerStatement)
    parts.push(items.slice(start, start + idsPerStatement))
  return parts
}
