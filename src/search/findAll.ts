import { createStatements, type FindOptions, findIds, type WholeSearch } from './find.ts'
import { createFilter } from './queries.ts'
import { relevance } from './relevance.ts'
import { scan } from './scan.ts'

type Options = FindOptions<WholeSearch>

/** So many records are found as a page is. More of them are found by reading the whole order. */
const maxSorted = 5_000

/** Finds all records of a search, in its order. */
export const findAllIds = async (options: Options): Promise<number[]> => {
  const page = { ...options.search, limit: maxSorted, offset: 0 }
  const { ids, total } = await findIds({ ...options, search: page })
  return total <= maxSorted ? ids : readWholeOrder(options)
}

const readWholeOrder = async (options: Options): Promise<number[]> => {
  const { searchable, search, matches } = options
  const { sort, descending, filters } = search
  const conditions = Object.entries(filters).map(([name, { form }]) => createFilter(searchable, name, form))
  const statements = createStatements(options)
  const rows = await statements.countAll()
  const ids = await scan(statements, { conditions, sort, descending, limit: Number.MAX_SAFE_INTEGER, rows })
  if (!matches) return ids
  const found = ids.filter((id) => matches.get(id) > 0)
  if (sort !== relevance) return found
  // Records that match equally well stay in the order of their names.
  const groups = [...Map.groupBy(found, (id) => matches.get(id))].sort(([a], [b]) => (descending ? b - a : a - b))
  return groups.flatMap(([, group]) => group)
}
