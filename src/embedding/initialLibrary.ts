import { createAuditedWrite } from '../audit/auditedWrite.ts'
import { serverStart } from '../audit/entry.ts'
import { UsageError } from '../base/errors.ts'
import { type Instant, parseInstant } from '../library/clock.ts'
import { describeFileError } from '../library/describeFileError.ts'
import type { Library, OpenOptions } from '../library/library.ts'
import { inMemory } from '../library/locate.ts'
import { openLibrary } from '../library/open.ts'
import { seedAccounts } from '../seeding/accounts/seedAccounts.ts'
import type { Report } from '../seeding/report/report.ts'
import { catalogueText } from '../seeding/sample.ts'
import { seedCatalogue } from '../seeding/seedCatalogue.ts'
import type { CatalogueSource, MusicLibraryOptions } from './options.ts'

/** A library that was created before, which further ones are copies of. */
interface Image {
  bytes: Uint8Array
  /** The instant of the next write, if the library has a clock of its own. */
  now: Instant | undefined
}

/** How many images are kept. A test suite has a few kinds of libraries. */
const maxImages = 8

/** Larger images are not kept, in bytes: to create such a library takes long, and it is not what tests do. */
const maxImageBytes = 33_554_432

const images = new Map<string, Promise<Image>>()

/**
 * Returns the image of a library, which is created once for each key.
 * @param contents - everything that the image depends on. Only its hash is kept, since passwords are among it
 */
const imageOf = (contents: readonly (string | undefined)[], create: () => Promise<Image>): Promise<Image> => {
  const key = new Bun.CryptoHasher('sha256').update(JSON.stringify(contents)).digest('base64')
  const known = images.get(key)
  if (known) return known
  const image = create()
  images.set(key, image)
  const forget = () => void (images.get(key) === image && images.delete(key))
  image.then(({ bytes }) => bytes.length > maxImageBytes && forget(), forget)
  for (const [oldest] of images) if (images.size > maxImages) images.delete(oldest)
  return image
}

type InitialOptions = Pick<MusicLibraryOptions, 'database' | 'library' | 'accounts' | 'catalogue' | 'users' | 'now'>

/**
 * Opens a library with its catalogue and users. One in memory is a copy of the first one with the same options, whose stamps it has: to copy it
 * takes a millisecond.
 */
export const openInitial = async (options: InitialOptions): Promise<Library> => {
  const { database = inMemory, library: file, accounts, catalogue, users = [] } = options
  const now = options.now === undefined ? undefined : parseInstant(options.now)
  const text = catalogue === undefined ? undefined : await readSource(catalogue)
  const create = (open: OpenOptions) => openSeeded(database, { catalogue: text, users }, open)
  if (database !== inMemory) return create({ now })
  if (file !== undefined) return create({ now, copyOf: { path: String(file), accounts } })
  const createImage = async () => {
    const library = await create({ now })
    try {
      if (!library.serialize) throw new Error('A library in memory can be copied.')
      return { bytes: library.serialize(), now: now && library.clock.present() }
    } finally {
      await library.close()
    }
  }
  // The content of a file with a password may change.
  if (users.some(({ password_file }) => password_file !== undefined)) return create({ now })
  const image = await imageOf([text, JSON.stringify(users), now], createImage)
  return openLibrary(inMemory, { image: image.bytes, now: image.now })
}

interface Seed {
  catalogue: string | undefined
  users: NonNullable<InitialOptions['users']>
}

const openSeeded = async (database: string, { catalogue, users }: Seed, open: OpenOptions): Promise<Library> => {
  const library = await openLibrary(database, { ...open, serve: true })
  try {
    if (catalogue !== undefined) await seedText(library, catalogue)
    if (users.length > 0) await seedAccounts(library, users, { ofTest: database === inMemory })
    return library
  } catch (error) {
    await library.close()
    throw error
  }
}

const seedText = (library: Library, text: string): Promise<Report> =>
  seedCatalogue(createAuditedWrite(library.write, serverStart), text)

export const seedSource = async (library: Library, source: CatalogueSource): Promise<Report> =>
  seedText(library, await readSource(source))

const readSource = async (source: CatalogueSource): Promise<string> => {
  if (!(source instanceof URL)) return catalogueText(source)
  if (source.protocol !== 'file:') throw new UsageError('The catalogue is a URL, but not a file: URL.')
  try {
    return await Bun.file(source).text()
  } catch (error) {
    throw describeFileError(error, source.pathname, 'read', { name: `The catalogue ${source.pathname}` })
  }
}
