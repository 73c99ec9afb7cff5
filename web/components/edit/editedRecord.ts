// The form of a record is open beside its list if the URL of the list has the parameter `edit`, such as `edit=tracks/7`.

/** The record whose form is open; null without one. */
export const readEdited = (search: string): string | null => new URLSearchParams(search).get('edit')

/** The query string of a list with the form of a record beside it, or without one. */
export const withEdited = (search: string, record?: string): string => {
  const parameters = new URLSearchParams(search)
  if (record === undefined) parameters.delete('edit')
  else parameters.set('edit', record)
  return parameters.toString()
}
