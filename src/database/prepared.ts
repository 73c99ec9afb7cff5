import type { Reader } from './connection.ts'

/**
 * A statement that is prepared once for each connection and then only run: building a query anew at each request costs
 * three times what the query itself does.
 */
export const prepared = <Statement, On extends Reader = Reader>(build: (on: On) => Statement) => {
  const made = new WeakMap<On, Statement>()
  return (on: On): Statement => {
    const known = made.get(on)
    if (known) return known
    const statement = build(on)
    made.set(on, statement)
    return statement
  }
}
