/** A function that responds to requests. It returns a promise only where it has to wait. */
export type Fetch = (request: Request) => Response | Promise<Response>

/** The same, with the time at which a request has come, in milliseconds of `performance.now()`. To read the clock takes a part of a cached response. */
export type TimedFetch = (request: Request, now: number) => Response | Promise<Response>

/** Applies a function to the response, at once or when its promise resolves. */
export const mapResponse = (
  response: Response | Promise<Response>,
  map: (response: Response) => Response,
): Response | Promise<Response> => (response instanceof Promise ? response.then(map) : map(response))
