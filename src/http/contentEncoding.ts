/** The encodings of responses that are compressed while the server runs, the preferred one first. */
export const contentEncodings = ['zstd', 'gzip'] as const

export type ContentEncoding = (typeof contentEncodings)[number]

/**
 * Returns the available encoding with the highest weight in an `Accept-Encoding` header. Returns undefined if the client
 * accepts none of them, or prefers a body without an encoding.
 * @param available - the preferred one first
 */
export const negotiateEncoding = <Encoding extends string>(
  accepted: string | null,
  available: readonly Encoding[],
): Encoding | undefined => {
  if (!accepted) return
  const weights = new Map(accepted.split(',').map(parseWeight))
  // A client that accepts "*" may not know the others, which are newer than gzip.
  const weight = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'gzip' ? weights.get('*') : undefined) ?? 0
  const [best] = available.toSorted((a, b) => weight(b) - weight(a))
  return best && weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

const parseWeight = (item: string): [name: string, weight: number] => {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return [name, Number.isFinite(weight) ? weight : 0]
}
