import { useCallbackRef, useWindowEvent } from '@mantine/hooks'

const rows = '#content :is(tbody tr:has(.record-link), .album-cell)'

const editable = 'input:not([type="checkbox"]), textarea, select, [contenteditable]'

/** What a key does not reach: what is open over the screen. */
const overlays = '[role="dialog"], [role="menu"], [role="listbox"]'

const findRow = () => document.activeElement?.closest<HTMLElement>(rows)

/** Moves the focus to the link of a row. @param find - returns its index, from that of the row with the focus or -1 */
const focusRowAt = (find: (current: number) => number) => {
  const all = [...document.querySelectorAll<HTMLElement>(rows)]
  const index = find(all.findIndex((row) => row.contains(document.activeElement)))
  const row = all[Math.min(Math.max(index, 0), all.length - 1)]
  row?.querySelector<HTMLElement>('.record-link, .album-card')?.focus()
}

export const focusFirstRow = (): void => focusRowAt(() => 0)

/** Clicks an element of the row that has the focus, or else of the head of the screen. */
const click = (selector: string) => {
  const row = findRow()
  const head = '#content :is(.page-header, .record-header)'
  const element = row ? row.querySelector(selector) : document.querySelector(`${head} ${selector}`)
  if (element instanceof HTMLElement) element.click()
}

const actions: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('#content .search-field input')?.focus(),
  j: () => focusRowAt((current) => current + 1),
  k: () => focusRowAt((current) => current - 1),
  x: () => click('.check'),
  e: () => click('a:is([href*="/edit"], [href*="edit="])'),
  l: () => click('button[aria-pressed]'),
}

/** Handles the keys of lists. What each does is in `texts.keys`. @param onHelp - is called for a question mark */
export const useKeys = (onHelp: () => void): void => {
  const handle = useCallbackRef((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (defaultPrevented || ctrlKey || metaKey || altKey) return
    if ((target instanceof Element && target.closest(editable)) || document.querySelector(overlays)) return
    const action = key === '?' ? onHelp : Object.hasOwn(actions, key) ? actions[key] : undefined
    if (!action) return
    event.preventDefault()
    action()
  })
  useWindowEvent('keydown', handle)
}
