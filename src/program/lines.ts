/**
 * Returns a function that takes the next bytes of a text, and returns the lines that end in them. A line of many megabytes, such as a catalogue,
 * comes in many pieces: they are joined once, at its end.
 */
export const createLineSplitter = () => {
  const decoder = new TextDecoder()
  let parts: string[] = []
  return (bytes: Uint8Array): string[] => {
    const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n')
    parts.push(first)
    return others.map((next) => {
      const line = parts.join('')
      parts = [next]
      return line
    })
  }
}

/** The lines of another process of this program: each has an end, and none is left out. */
export async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const split = createLineSplitter()
  for await (const bytes of stream) yield* split(bytes)
}
