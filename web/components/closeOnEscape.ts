import type { KeyboardEvent } from 'react'

/** The properties of a dialog that Esc closes, but not in another dialog over it: Mantine would close both. */
export const closeOnEscape = (close: () => void) => ({
  closeOnEscape: false,
  onKeyDown: ({ target, currentTarget, key, nativeEvent }: KeyboardEvent<HTMLElement>) => {
    // React passes on the events of dialogs that are its children only in React. An open list of options keeps Esc for itself.
    if (key !== 'Escape' || nativeEvent.isComposing) return
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.getAttribute('data-mantine-stop-propagation') !== 'true') close()
  },
})
