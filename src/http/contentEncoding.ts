/** The content encodings that the server offers, the preferred one first. */
const offered = ['zstd', 'gzip'] as const

export type ContentEncoding = (typeof offered)[number]

/**
 * Returns the available encoding with the highest weight in an `Accept-Encoding` header. Returns undefined if the client
 * accepts none of them, or prefers a body without an encoding.
 */
export const negotiateEncoding = (
  accepted: string | null,
  available: readonly ContentEncoding[] = offered,
): ContentEncoding | undefined => {
  if (!accepted) return
  const weights = new Map(accepted.split(',').map(parseWeight))
  // A client that accepts "*" may not know zstd, which is newer than gzip.
  const weight = (encoding: ContentEncoding) =>
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
