import type { KeyboardEvent } from 'react'

/**
 * Moves the focus between the input of a field and its buttons that take a value away, from the ends of the text by the arrow keys. Tab
 * passes these buttons: Enter would take the value away where the next field was meant.
 */
export const moveInField = (event: KeyboardEvent<HTMLElement>): void => {
  const { target, currentTarget, key } = event
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key]
  if (step === undefined || !(target instanceof HTMLElement)) return
  if (target instanceof HTMLInputElement) {
    const end = step < 0 ? 0 : target.value.length
    if (target.selectionStart !== end || target.selectionEnd !== end) return
  }
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const next = stops[stops.indexOf(target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
