import { AppError } from './errors.ts'

// Errors after which a client may try again later.

/** The client may try again after a number of seconds. */
export abstract class RetryLater extends AppError {
  constructor(
    sentence: string,
    readonly seconds: number,
  ) {
    super(`${sentence} Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`)
  }
}

/** The client has sent as many requests as a limit allows. */
export class RateLimited extends RetryLater {
  constructor(seconds: number, sentence = 'Too many requests.') {
    super(sentence, seconds)
  }
}

/** An account or a client has as many streams of changes open as the operator's limit allows. */
export class TooManyStreams extends RetryLater {
  constructor(owner: 'account' | 'client') {
    super(`This ${owner} has too many streams of changes open.`, 10)
  }
}

/** Logins are delayed after many failures, and no more of them can wait, or the server is stopping. */
export class LoginThrottled extends RetryLater {
  constructor(seconds: number) {
    super('Too many logins have failed.', seconds)
  }
}

/** The bodies of other requests take all the memory that there is for bodies. */
export class BodyMemoryFull extends RetryLater {
  constructor() {
    super('Too many requests with a body are arriving.', 5)
  }
}

/** Work that takes much memory, such as seeding a file, is done for one request at a time. */
export class WorkInProgress extends RetryLater {}

/** An account has as many files being sent as it may, or all accounts together have. */
export class TooManyDownloads extends RetryLater {
  constructor() {
    super('Too many files are being downloaded.', 10)
  }
}

/** An account has asked for more than it reads. */
export class SendMemoryFull extends RetryLater {
  constructor() {
    super('This account does not read the responses that it has asked for.', 5)
  }
}

/** Long work of this account or client waits for places, or too much work of others does. */
export class WorkQueueFull extends RetryLater {
  constructor() {
    super('The server is busy with long requests.', 5)
  }
}
