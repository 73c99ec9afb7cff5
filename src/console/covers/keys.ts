import { signaturePattern } from '../../accounts/signer.ts'
import type { ConsoleDeps } from '../deps.ts'

/** A picture of a record: what a key is for. */
export interface CoverRecord {
  resource: string
  id: number
  cover_path: unknown
}

/** When the key ends in milliseconds since 1970, the version of the file, and a signature. */
const form = new RegExp(String.raw`^(\d{1,15})\.(\w{1,13})\.(${signaturePattern})$`)

/** A key ends at a multiple of it, so that the URL of a picture stays the same for hours, and browsers store it. In milliseconds. */
const halfDay = 43_200_000

const textOf = ({ resource, id, cover_path }: CoverRecord, ends: string, version: string) =>
  JSON.stringify([resource, id, cover_path, ends, version])

/** Creates and checks the keys in the URLs of pictures: an `<img>` sends no token. */
export const createCoverKeys = ({ signer, wallMs }: Pick<ConsoleDeps, 'signer' | 'wallMs'>) => ({
  /** Returns a function that creates keys, which end in 12 to 24 hours. */
  begin: async () => {
    const sign = await signer.begin('cover')
    const ends = String(Math.ceil(wallMs() / halfDay + 1) * halfDay)
    return (record: CoverRecord, hash: bigint) => {
      const version = hash.toString(36)
      return `${ends}.${version}.${sign(textOf(record, ends, version))}`
    }
  },
  /** @param find - reads the record, if the key has the form of one and has not ended */
  isValid: async (key: string, find: () => Promise<CoverRecord | undefined>): Promise<boolean> => {
    const [, ends = '', version = '', signature = ''] = form.exec(key) ?? []
    if (wallMs() >= Number(ends)) return false
    const record = await find()
    return record !== undefined && signer.isValid('cover', textOf(record, ends, version), signature)
  },
})
