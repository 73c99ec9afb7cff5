import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SeedOptions } from '../../api/seeding.ts'
import type { ChosenFile } from './chosenFile.ts'

interface Choice {
  file: ChosenFile
  options: SeedOptions
}

const queryKey = ['chosen file']

/** What the user has chosen to import. It is kept beside what the server has sent: while the page lives, and until the user logs out. */
export const useChoice = () => {
  const client = useQueryClient()
  const [choice, setChoice] = useState(() => client.getQueryData<Choice>(queryKey))
  const keepChoice = (next: Choice | undefined) => {
    setChoice(next)
    client.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
    if (next) client.setQueryData(queryKey, next)
    else client.removeQueries({ queryKey })
  }
  return { choice, setChoice: keepChoice }
}
