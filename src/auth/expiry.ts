import { addMilliseconds, type Instant } from '../database/clock.ts'
import { ValidationError } from '../errors.ts'

/** The longest life of a token or invitation, in milliseconds: a hundred years. */
const maxLifeMs = 100 * 365 * 86_400_000

/** @throws ValidationError unless `expires_at` is in the future, and not more than a hundred years away */
export const requireFuture = (now: Instant, expires_at: Instant): void => {
  if (expires_at > now && expires_at <= addMilliseconds(now, maxLifeMs)) return
  throw new ValidationError({ expires_at: ['The expires_at must be in the future, and at most 100 years away.'] })
}
