import type { LibraryChange } from './model.ts'
import type { Position } from './position.ts'
import { isVisible, type LoggedChange, type Viewer } from './read.ts'

// Server-sent events, as text/event-stream has them.

const encoder = new TextEncoder()

export type EventBytes = Uint8Array<ArrayBuffer>

/** What a client gets of a change. */
export const toChange = ({ resource, id, type }: LibraryChange): LibraryChange => ({ resource, id, type })

/** An event with changes. Its id is the cursor after them. */
export const changesEvent = (changes: readonly LibraryChange[], next: string): EventBytes =>
  encoder.encode(`id: ${next}\ndata: ${JSON.stringify({ changes: changes.map(toChange), next })}\n\n`)

/** A client keeps the cursor without an event. The comment keeps the connection from being idle. */
export const heartbeat = (cursor: string): EventBytes => encoder.encode(`: still here\nid: ${cursor}\n\n`)

/** How long a client is to wait before it connects again, in milliseconds. */
export const retryLine: EventBytes = encoder.encode('retry: 2000\n\n')

/**
 * Returns a function that makes the event of some changes for a viewer; undefined if the viewer sees none. Viewers who see the same get the
 * same bytes.
 */
export const createEvents = (changes: readonly LoggedChange[], next: string) => {
  const events = new Map<boolean, EventBytes | undefined>()
  return (viewer: Viewer): EventBytes | undefined => {
    if (!events.has(viewer.isAdmin)) {
      const visible = changes.filter((change) => isVisible(change, viewer))
      events.set(viewer.isAdmin, visible.length > 0 ? changesEvent(visible, next) : undefined)
    }
    return events.get(viewer.isAdmin)
  }
}

/** The event for a viewer who has got the changes up to a position; undefined if the viewer sees none after it. */
export const eventAfter = (
  { entry }: Position,
  viewer: Viewer,
  changes: readonly LoggedChange[],
  next: string,
): EventBytes | undefined => {
  const visible = changes.filter((change) => change.entry > entry && isVisible(change, viewer))
  return visible.length > 0 ? changesEvent(visible, next) : undefined
}
