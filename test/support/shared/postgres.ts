import { startPostgres } from '../postgres.ts'

export const startSharedPostgres = async () => {
  const server = await startPostgres()
  return { text: `${server.port}`, dispose: async () => server[Symbol.asyncDispose]() }
}
