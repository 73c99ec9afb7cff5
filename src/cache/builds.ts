/** A response that is being built. */
export interface Build<Response> {
  response: Promise<Response>
  /** Whether the response will contain every write that was acknowledged until now. */
  isCurrent(): boolean
}

/** Builds one response for each key at a time. Requests share a build, unless a write came since it began to read. */
export const createBuilds = <Response, Running extends Build<Response> = Build<Response>>() => {
  const running = new Map<string, Running>()

  const run = (key: string, start: () => Running): Promise<Response> => {
    const build = start()
    running.set(key, build)
    const remove = () => void running.delete(key)
    build.response.then(remove, remove)
    return build.response
  }

  return {
    /** Returns the response that `find` finds, that of a current build, or that of a new build. */
    async load(key: string, find: () => Response | undefined, start: () => Running): Promise<Response> {
      for (;;) {
        const found = find()
        if (found) return found
        const build = running.get(key)
        if (!build) return run(key, start)
        if (build.isCurrent()) return build.response
        await build.response.catch(() => {})
      }
    },
    get: (key: string): Running | undefined => running.get(key),
    all: () => running.values(),
  }
}
