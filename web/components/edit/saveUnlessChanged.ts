import { ApiError } from '../../../client/index.ts'
import { findChanges, findForeignChanges } from './recordChanges.ts'

/** A record as it is now, and its ETag. */
export interface Version<Current> {
  current: Current
  etag: string
}

interface Save<Body, Current, Saved> {
  /** The body of the record as it was when the user began to change it, and what the user wants. */
  opened: Body
  mine: Body
  /** Reads the record. Its tag is that of this state, or of one before it. */
  read(): Promise<Version<Current>>
  toBody(current: Current): Body
  update(changes: Partial<Body>, options: { ifMatch: string }): Promise<Saved>
}

/** So often is a record read again that others change just then, in members that the form has not. */
const maxAttempts = 5

/** Whether an error says that the record is no longer the version of the request. */
export const isOtherVersion = (error: unknown): boolean => error instanceof ApiError && error.status === 412

/**
 * Saves the changes of the user, unless others have changed members of the form. Between the comparison and the write nobody can change the
 * record: then the write is rejected, and the record is compared once more.
 * @returns what was saved, or the record as it is now if others have changed it
 */
export const saveUnlessChanged = async <Body extends object, Current, Saved>({
  opened,
  mine,
  read,
  toBody,
  update,
}: Save<Body, Current, Saved>): Promise<
  { saved: Saved; current?: undefined } | { saved?: undefined; current: Current }
> => {
  for (let attempt = 1; ; attempt++) {
    const { current, etag } = await read()
    if (findForeignChanges(opened, toBody(current), mine).length > 0) return { current }
    try {
      return { saved: await update(findChanges(opened, mine), { ifMatch: etag }) }
    } catch (error) {
      if (!isOtherVersion(error) || attempt === maxAttempts) throw error
    }
  }
}
