import type { ChangeOptions, RequestOptions, Send } from './requests.ts'

/** The methods of a resource. */
export interface Resource<Listed, Single, New, Changes> {
  /** Returns all records. */
  list(options?: RequestOptions): Promise<Listed[]>
  /** Returns one record, with its nested records. */
  get(id: number, options?: RequestOptions): Promise<Single>
  create(body: New, options?: RequestOptions): Promise<Listed>
  /** Members that are left out stay as they are. */
  update(id: number, body: Changes, options?: ChangeOptions): Promise<Listed>
  delete(id: number, options?: ChangeOptions): Promise<void>
}

/** Callers without types pass text from a URL. An empty text or `..` would make the path of another endpoint. */
export const recordPath = (path: string, id: number) => `${path}/${Number(id)}`

export const createResource = <Listed, Single, New, Changes>(
  send: Send,
  path: string,
): Resource<Listed, Single, New, Changes> => ({
  list: (options) => send('GET', path, options),
  get: (id, options) => send('GET', recordPath(path, id), options),
  create: (body, options) => send('POST', path, { ...options, body }),
  update: (id, body, options) => send('PUT', recordPath(path, id), { ...options, body }),
  delete: (id, options) => send('DELETE', recordPath(path, id), options),
})
