/** What an answer may be sent in, the one we would rather send first. */
const known = ['zstd', 'gzip'] as const

export type ContentEncoding = (typeof known)[number]

/** The coding to send for an `Accept-Encoding` header, if any: the one with the highest weight that we know. */
export const negotiateEncoding = (accepted: string | null): ContentEncoding | undefined => {
  if (!accepted) return
  const weights = new Map(accepted.split(',').map(weighted))
  // Who takes anything at all may still not know the newer one.
  const weight = (coding: ContentEncoding) =>
    weights.get(coding) ?? (coding === 'gzip' ? weights.get('*') : undefined) ?? 0
  const [best] = known.toSorted((a, b) => weight(b) - weight(a))
  return best && weight(best) > 0 && weight(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

const weighted = (item: string): [string, number] => {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase())
  const q = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = q === undefined ? 1 : Number(q.slice(2))
  return [name, Number.isFinite(weight) ? weight : 0]
}
