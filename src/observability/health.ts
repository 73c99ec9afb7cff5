import type { Database } from '../library/open.ts'

// Outside the API, for what watches over the program: without a token, and not in the log.

/** Answers GET and HEAD. */
export const probe =
  (answer: () => Promise<Response> | Response) =>
  (request: Request): Promise<Response> | Response => {
    if (request.method === 'GET' || request.method === 'HEAD') return answer()
    return Response.json({ message: 'Method not allowed.' }, { status: 405, headers: { allow: 'GET, HEAD' } })
  }

/** Where a server says that it is alive, and whether it can do its work. */
export const healthRoutes = (database: Database) => ({
  '/healthz': probe(() => Response.json({ status: 'alive' })),
  '/readyz': probe(async () => {
    const problem = await database.problem()
    return problem === undefined
      ? Response.json({ status: 'ready' })
      : Response.json({ status: 'not ready', message: problem }, { status: 503, headers: { 'retry-after': '5' } })
  }),
})
