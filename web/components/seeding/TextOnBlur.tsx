import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

interface Props extends Pick<TextInputProps, 'label' | 'description' | 'placeholder'> {
  /** The text that was sent. The field begins with it anew: give it as the key, too. */
  sent: string
  /** What is wrong with a text, which is not sent then. */
  errorOf?(text: string): string | undefined
  onSend(text: string): void
}

/** A text that is sent when the user has finished: each preview reads the whole file. */
export const TextOnBlur = ({ sent, errorOf, onSend, ...others }: Props) => {
  const [text, setText] = useState(sent)
  const error = errorOf?.(text)
  const send = () => {
    if (error === undefined && text !== sent) onSend(text)
  }
  return (
    <TextInput
      {...others}
      error={error}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.trim())}
      onBlur={send}
      onKeyDown={(event) => event.key === 'Enter' && send()}
    />
  )
}
