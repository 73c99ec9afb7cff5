import { checkId } from './check.ts'
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

export const apiPath = '/api'

/** An empty text or `..` would make the path of another endpoint. @throws TypeError for what is no id */
export const recordPath = (resource: string, id: number): string => {
  checkId(id, 'An id')
  return `${apiPath}/${resource}/${id}`
}

export const createResource = <Listed, Single, New, Changes>(
  send: Send,
  resource: string,
): Resource<Listed, Single, New, Changes> => ({
  list: (options) => send('GET', `${apiPath}/${resource}`, options),
  // What is thrown for an id rejects the promise.
  get: async (id, options) => send('GET', recordPath(resource, id), options),
  create: (body, options) => send('POST', `${apiPath}/${resource}`, { ...options, body }),
  update: async (id, body, options) => send('PUT', recordPath(resource, id), { ...options, body }),
  delete: async (id, options) => send('DELETE', recordPath(resource, id), options),
})
