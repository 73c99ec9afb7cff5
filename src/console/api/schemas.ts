import { integerParameter } from '../../http/query.ts'

/** The parameters of a page of a list that may be long. */
export const pageParameters = {
  limit: integerParameter(1, 1_000, 'The maximum number of records on the page; 1,000 by default.'),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER, 'The number of records before the page; 0 by default.'),
}

export const firstPage = { limit: 1_000, offset: 0 }
