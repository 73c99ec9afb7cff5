import { ApiError } from '../../client/index.ts'
import { client } from './client.ts'
import { download } from './download.ts'
import type { PeopleChoices } from './peopleChoices.ts'
import type {
  ChangeAction,
  FileProblem,
  RowKind,
  Section,
  SeedProgress,
  SeedReport,
  TableColumn,
  TableField,
  TableOfFile,
} from './types.ts'

/** Those come first that an admin should look at first. */
export const actions: readonly ChangeAction[] = ['delete', 'merge', 'rename', 'update', 'create']

/** What happens to records of a section. */
export interface ChangeKind {
  section: Section
  action: ChangeAction
}

/** The names of the columns of each field that the user has changed; none for a field that is not read. */
type ChosenColumns = Readonly<Partial<Record<TableField, readonly string[]>>>

export interface SeedOptions extends PeopleChoices {
  /** Whether records that the file does not have are deleted. */
  prune: boolean
  /** How many of each section. */
  prune_at_most?: string | undefined
  accept_renames: boolean
  /** The columns of a table that the user has chosen, by their fields. */
  columns: ChosenColumns
  /** What a row of a table is that could be either. */
  rows?: RowKind
  /** The music folder, to which paths of a table become relative. */
  root: string
  /** The encoding of a table; empty where the server finds it. */
  encoding: string
  /** Whether values of a table are left out that are not understood. */
  skip_unreadable: boolean
}

export const initialOptions: SeedOptions = {
  prune: false,
  accept_renames: false,
  // Nothing that people have done is lost unless the user wants it.
  people: 'keep',
  people_except: [],
  columns: {},
  root: '',
  encoding: '',
  skip_unreadable: false,
}

const formatQuery = (options: SeedOptions) => {
  const { prune, prune_at_most, accept_renames, people, people_except } = options
  const { columns, rows, root, encoding, skip_unreadable } = options
  return new URLSearchParams({
    prune: String(prune),
    accept_renames: String(accept_renames),
    people,
    ...(people_except.length > 0 && { people_except: people_except.join() }),
    ...(prune && prune_at_most && { prune_at_most }),
    ...(Object.keys(columns).length > 0 && { columns: formatColumns(columns) }),
    ...(rows && { rows }),
    ...(root && { root }),
    ...(encoding && { encoding }),
    ...(skip_unreadable && { skip_unreadable: 'true' }),
  })
}

const formatColumns = (columns: ChosenColumns) =>
  Object.entries(columns)
    .flatMap(([field, names]) => (names.length > 0 ? names : ['']).map((name) => `${field}=${toNameable(name)}`))
    .join()

/** A request can't have these characters, and the server finds a column without them, too. */
const toNameable = (name: string) => name.replaceAll(/[=\p{Cc}]/gu, ' ')

const listFields: readonly TableField[] = ['artists', 'genres']

/** The columns of a table as the next preview reads them. */
export const applyColumns = (columns: readonly TableColumn[], chosen: ChosenColumns): TableColumn[] => {
  const changed = Object.keys(chosen) as TableField[] // Object.keys widens them to string
  return columns.map((column) => ({
    ...column,
    fields: [
      ...column.fields.filter((field) => !changed.includes(field)),
      ...changed.filter((field) => chosen[field]?.includes(column.name)),
    ],
  }))
}

/** Lets a column of a table go to a field, or to none. Only a list has several columns: another field loses the one that it had. */
export const moveColumn = (
  columns: readonly TableColumn[],
  { name, fields }: TableColumn,
  field: TableField | undefined,
): ChosenColumns => {
  const othersOf = (of: TableField) =>
    columns.flatMap((column) => (column.fields.includes(of) && column.name !== name ? column.name : []))
  const left = Object.fromEntries(fields.map((former) => [former, othersOf(former)]))
  return field === undefined
    ? left
    : { ...left, [field]: [...(listFields.includes(field) ? othersOf(field) : []), name] }
}

/** Returns what seeding a file would change. */
export const previewSeed = (file: Blob, options: SeedOptions, signal: AbortSignal): Promise<SeedReport> =>
  client.request('POST', `/console/api/seed/preview?${formatQuery(options)}`, { body: file, signal })

/** Seeds a file, if the changes are still those of the preview with this digest. */
export const seed = (file: Blob, options: SeedOptions, digest: string): Promise<SeedReport> =>
  client.request('POST', `/console/api/seed?${formatQuery(options)}&digest=${digest}`, { body: file })

/** Returns how much of the file is compared or seeded. */
export const readSeedProgress = (signal: AbortSignal): Promise<SeedProgress> =>
  client.request('GET', '/console/api/seed/progress', { signal })

/**
 * Downloads a catalogue file with what people have changed since the last seed.
 * @param withNew - whether it gets the records that people have added
 */
export const downloadMerged = (
  { name, blob }: { name: string; blob: Blob },
  options: SeedOptions,
  withNew: boolean,
): Promise<number> => {
  const { prune, accept_renames, people, people_except } = options
  const query = formatQuery({ ...initialOptions, prune, accept_renames, people, people_except })
  query.set('with_new', String(withNew))
  return download(`/console/api/seed/merged?${query}`, {
    body: blob,
    name: `${name.replace(/\.[^.]*$/, '')}-merged.json`,
  })
}

export const readSample = async (signal: AbortSignal): Promise<Blob> => {
  const catalogue = await client.request('GET', '/console/api/sample', { signal })
  return new Blob([JSON.stringify(catalogue, null, 2)])
}

/** What a rejected file was taken for, if it was a table. */
export const tableOf = (error: unknown): TableOfFile | undefined =>
  error instanceof ApiError ? (error.body.table as TableOfFile | undefined) : undefined // The server sends no other.

/** What is wrong with a file that the server has rejected; undefined for other errors. */
export const problemsOf = (error: unknown): { problems: FileProblem[]; more: number } | undefined => {
  if (!(error instanceof ApiError) || !Array.isArray(error.body.problems)) return
  return { problems: error.body.problems, more: Number(error.body.more) || 0 }
}
