import { PreconditionFailed } from '../base/errors.ts'

// The hash of a record is that of its JSON (`cache/reads.ts`), and that of a list is the hash of its chunks (`cache/chunks.ts`).

/** Formats the hash of a body as its `ETag`. It is weak, since it is the same for every content encoding. */
export const formatEtag = (hash: bigint): string => `W/"${hash.toString(36)}"`

/** The `ETag` of a body that is sent as a whole. */
export const etagOf = (body: string | Uint8Array): string => formatEtag(Bun.hash.xxHash64(body))

/**
 * What a proxy appends to the tag of a body that it compresses: Apache `-gzip` and `-br`, Jetty `--gzip`, LiteSpeed `;gz`, Traffic Server `-df`.
 * It does not remove it from requests. Tags of the service have only letters and digits.
 */
const proxySuffix = /(?:--?|;)(?:gzip|gz|br|zstd|deflate|df)(?="$)/

/** Whether an `If-None-Match` or `If-Match` header contains a tag, by weak comparison (RFC 9110, 8.8.3.2). */
export const matchesEtag = (header: string, etag: string): boolean =>
  header === etag ||
  header.trim() === '*' ||
  header.split(',').some((tag) => tag.trim().replace(/^W\//, '').replace(proxySuffix, '') === etag.replace(/^W\//, ''))

/** The `If-Match` header of a request; null if it has none, and so no condition. */
export const ifMatchOf = ({ headers }: Request): string | null => headers.get('if-match')

/**
 * Checks an `If-Match` header. All tags are weak, so they are compared weakly, and not strongly as RFC 9110 says: no tag would ever match.
 * @param etag - that of the record as it is now
 * @throws PreconditionFailed
 */
export const requireMatch = (ifMatch: string, etag: string): void => {
  if (!matchesEtag(ifMatch, etag)) throw new PreconditionFailed()
}
