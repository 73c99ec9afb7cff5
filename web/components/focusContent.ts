/** Moves the focus to the content of the page: what had it may be gone with a record. */
export const focusContent = (): void => document.getElementById('content')?.focus()
