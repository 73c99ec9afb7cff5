import { expect, test } from 'bun:test'
import { join } from 'node:path'

// The state that the program keeps in memory between requests, by what a reset of a library in memory does with it. Whoever adds some says
// it here. What a reset has to forget is one word in the list of app/service.ts.

const state = {
  'it is forgotten: app/service.ts calls it': [
    ...['accounts/attemptQueue.ts', 'accounts/signer.ts', 'accounts/loginFailures.ts', 'accounts/tokenUsage.ts'],
    ...['cache/callerCache.ts', 'embedding/requests.ts', 'http/failures.ts', 'http/rateLimit.ts'],
  ],
  'it follows the library: the commit of the reset changes it': [
    ...['cache/cache.ts', 'cache/changeTracker.ts', 'cache/entries.ts', 'cache/lru.ts'],
    ...['search/countOrders.ts', 'search/nameIndex/nameIndex.ts', 'search/relevance.ts'],
  ],
  'it is of requests, connections and work in flight, and ends with them': [
    ...[
      'http/brokenConnection.ts',
      'base/ownerQueues.ts',
      'base/scheduler.ts',
      'base/turns.ts',
      'base/usage.ts',
      'cache/builds.ts',
    ],
    ...[
      'console/api/backups/routes.ts',
      'console/api/health/routes.ts',
      'console/api/backups/download.ts',
      'console/api/exportFile.ts',
      'console/api/fileStream.ts',
    ],
    ...['console/api/seeding/fileMemory.ts', 'console/api/seeding/fileQueue.ts', 'console/api/slowDownloads.ts'],
    ...['history/follow/connection.ts', 'history/follow/streams.ts', 'http/bodyMemory.ts', 'http/clientIp.ts'],
    ...['http/drain.ts', 'http/errorResponse.ts', 'http/idleTimeouts.ts', 'http/requestTurns.ts', 'http/resets.ts'],
    ...['http/sendMemory.ts', 'base/eventLoop.ts'],
  ],
  'it counts and logs what the process has done, and not the library': [
    ...['base/collectGarbage.ts', 'observability/format.ts', 'observability/history.ts', 'observability/log.ts'],
    ...['observability/rejections.ts', 'observability/requestLog.ts'],
    ...['observability/stdoutSink.ts', 'cleanup/deleteEnded.ts', 'cleanup/slewedClock.ts'],
  ],
  'it is the same for each library, or comes from the settings': [
    ...[
      'app/access.ts',
      'app/app.ts',
      'app/service.ts',
      'console/covers/covers.ts',
      'console/docsPage/assets.ts',
      'console/page/assets.ts',
    ],
    ...['embedding/initialLibrary.ts', 'embedding/musicLibrary.ts', 'openapi/routes.ts', 'search/statements.ts'],
    ...['search/words.ts', 'http/port.ts'],
  ],
  'no library that is reset has it: it has a code for the first admin': ['accounts/setup.ts'],
  'it lasts for one run of a function': [
    ...['base/random.ts', 'base/unionFind.ts', 'catalogue/changes/writeRecords.ts', 'catalogue/writes.ts'],
    ...['console/api/albumTracks/newTracks.ts', 'history/follow/events.ts', 'openapi/document.ts'],
    ...['search/nameIndex/marks.ts', 'search/suggestions.ts'],
  ],
}

/** The folders of what responds to requests. The tables of `library` are what a reset brings back, and commands and seeds end. */
const folders =
  'accounts,app,audit,base,cache,catalogue,cleanup,console,embedding,history,http,observability,openapi,search'

const collection =
  /= (new (Map|Set|WeakMap|WeakSet)(<.*>)?\(\)|\[\]$|new AbortController|create(BoundedMap|Lru|Scheduler)\b)/

/** Whether a source declares variables that change, or collections, in a module, a class, or a function that makes objects. */
const keepsState = (source: string) => {
  let isFactory = false
  return source.split('\n').some((line) => {
    if (/^\S/.test(line)) {
      if (/^(export )?(const|class|let) /.test(line))
        isFactory = /^(export )?(const ((create|with|schedule|start|open)(?![a-z])|\w+Routes\b)|class )/.test(line)
      return /^let /.test(line) || (/^(export )?const \w+(: .*)? = new /.test(line) && collection.test(line))
    }
    return isFactory && /^ {2}(let |\S.* = )/.test(line) && (/^ {2}let /.test(line) || collection.test(line))
  })
}

test('all state in memory is forgotten by a reset, or need not be', async () => {
  const src = join(import.meta.dir, '../../src')
  const paths = [...new Bun.Glob(`{${folders}}/**/*.ts`).scanSync(src)].sort()
  const found: string[] = []
  for (const path of paths) if (keepsState(await Bun.file(join(src, path)).text())) found.push(path)
  expect(found).toEqual(Object.values(state).flat().sort())
})
