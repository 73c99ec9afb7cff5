/** The path of a request's URL, without the query. */
export const pathOf = (url: string): string => {
  const start = url.indexOf('/', 'https://'.length)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}
