import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'

/** How long a button says that it has copied, in milliseconds. */
const shownMs = 2_000

/** Copies a text to the clipboard. `copied` is true for a moment afterwards. */
export const useCopy = (text: string) => {
  const [copied, setCopied] = useState(false)
  const hide = useTimeout(() => setCopied(false), shownMs)
  const copy = async () => {
    if (!(await writeToClipboard(text))) return
    setCopied(true)
    hide.start()
  }
  return { copied, copy }
}

const writeToClipboard = async (text: string) => {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    // On a network without TLS, browsers give pages no clipboard. Nor does one whose user has forbidden it.
    return copySelection(text)
  }
}

const copySelection = (text: string) => {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // A dialog keeps the focus of fields outside of it.
  const parent = focused?.closest('[role=dialog]') ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}
