import { type Client, client } from '../support/client.ts'
import type { Cluster } from './cluster.ts'

/** A client whose requests go to one node after the other, so that each request meets another node than the one before. */
export const anyNode = ({ nodes }: Pick<Cluster, 'nodes'>, token?: string): Client => {
  const clients = nodes.map(({ url }) => client(url, token))
  let count = 0
  const next = () => clients[count++ % clients.length] as Client // within the list
  return {
    token,
    send: (...args) => next().send(...args),
    get: (path) => next().get(path),
    post: (path, body) => next().post(path, body),
    put: (path, body) => next().put(path, body),
    delete: (path) => next().delete(path),
  }
}
