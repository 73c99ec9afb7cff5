import { ClientDisconnected } from '../base/errors.ts'
import type { LongWork } from '../library/longWork.ts'
import { SharedWork } from '../library/longWork.ts'

/** A response that is being built. */
export interface Build<Response> {
  response: Promise<Response>
  /** Whether the response will contain every write that was acknowledged until now. */
  isCurrent(): boolean
}

/** Builds one response for each key at a time. Requests share a build, unless a write came since it began to read. */
export const createBuilds = <Response, Running extends Build<Response> = Build<Response>>() => {
  const running = new Map<string, Running>()
  const works = new WeakMap<Running, SharedWork>()

  const run = (key: string, work: SharedWork, start: (work: SharedWork) => Running): Promise<Response> => {
    const build = start(work)
    works.set(build, work)
    running.set(key, build)
    const remove = () => void running.delete(key)
    build.response.then(remove, remove)
    return build.response
  }

  /** Waits for a build of another request. @returns undefined if its clients had disconnected before this one came */
  const share = async (build: Running, work: LongWork): Promise<Response | undefined> => {
    works.get(build)?.add(work)
    try {
      return await build.response
    } catch (error) {
      if (!(error instanceof ClientDisconnected) || work.isAbandoned) throw error
    }
  }

  return {
    /**
     * Returns the response that `find` finds, that of a current build, or that of a new build.
     * @param work - that of the request
     */
    async load(
      key: string,
      work: LongWork,
      find: () => Response | undefined,
      start: (work: SharedWork) => Running,
    ): Promise<Response> {
      for (;;) {
        const found = find()
        if (found) return found
        const build = running.get(key)
        if (!build) return run(key, new SharedWork(work, false), start)
        if (!build.isCurrent()) await build.response.catch(() => {})
        else {
          const response = await share(build, work)
          if (response) return response
        }
      }
    },
    get: (key: string): Running | undefined => running.get(key),
    all: () => running.values(),
  }
}
