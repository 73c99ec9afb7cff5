/**
 * Writes a date such as 20/04/1998 or 4/20/1998 as day, month and year with dots, if only one order is possible: 20 is no month. Another
 * text stays as it is.
 */
export const orderDay = (text: string): string => {
  const [, date, year] = /^(\d\d?\/\d\d?|\d\d?-\d\d?)[/-](\d{4})(?:[ T].*)?$/.exec(text) ?? []
  if (date === undefined) return text
  const [first = 0, second = 0] = date.split(/[/-]/).map(Number)
  const isMonth = (number: number) => number <= 12
  if (first !== second && isMonth(first) === isMonth(second)) return text
  return isMonth(first) ? `${second}.${first}.${year}` : `${first}.${second}.${year}`
}
