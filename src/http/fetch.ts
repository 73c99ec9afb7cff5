/** What answers requests. */
export type Fetch = (request: Request) => Response | Promise<Response>
