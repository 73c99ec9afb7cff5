import { texts } from '../../texts/texts.ts'

/** The maximum time between the opening of the search and the focus of its field, in milliseconds. */
const maxWait = 5_000

/** What was typed before the field of the search had the focus. */
interface EarlyKeys {
  text: string
  /** Whether Enter was the last key. */
  isEntered: boolean
}

let collected: EarlyKeys = { text: '', isEntered: false }
let stop: (() => void) | undefined

const collect = (event: KeyboardEvent) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
  const { key } = event
  if (key === 'Escape') return stop?.()
  if (key === 'Enter') collected.isEntered = true
  else if (key === 'Backspace') collected.text = collected.text.slice(0, -1)
  else if (key.length === 1) collected.text += key
  else return
  // They are for no other element.
  event.preventDefault()
  event.stopPropagation()
}

/** Collects what is typed until the field of the search has the focus: the dialog is loaded, and takes the focus a moment later. */
export const collectKeys = (): void => {
  if (stop || document.activeElement?.ariaLabel === texts.search.everything) return
  collected = { text: '', isEntered: false }
  addEventListener('keydown', collect, { capture: true })
  const timer = setTimeout(() => stop?.(), maxWait)
  stop = () => {
    clearTimeout(timer)
    removeEventListener('keydown', collect, { capture: true })
    stop = undefined
  }
}

/** Ends the collection. @returns what was typed; undefined if nothing was */
export const takeKeys = (): EarlyKeys | undefined => {
  if (!stop) return
  stop()
  return collected.text === '' ? undefined : collected
}
