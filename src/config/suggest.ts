/** What was probably meant by a word: what belongs to the name that is most like it. */
export const suggest = <Meaning>(word: string, names: ReadonlyMap<string, Meaning>): Meaning | undefined => {
  const ranked = [...names].map(([name, meaning]) => ({ meaning, ...compared(bare(word), bare(name)) }))
  const [first] = ranked.filter(({ alike }) => alike).sort((one, other) => one.distance - other.distance)
  return first?.meaning
}

/** Capitals, dashes and underscores make no difference. */
const bare = (word: string) => word.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const compared = (one: string, other: string) => {
  const distance = editDistance(one, other)
  return { distance, alike: distance <= 3 && distance < Math.max(one.length, other.length) * 0.6 }
}

/** How many letters have to be put in, left out or changed to make one word of the other. */
const editDistance = (one: string, other: string) => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [at, against] of [...other].entries()) {
      const [above = 0, aside = 0, across = 0] = [row[at + 1], next[at], row[at]]
      next.push(Math.min(above + 1, aside + 1, across + (letter === against ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
