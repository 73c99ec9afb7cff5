import { useLocalStorage } from '@mantine/hooks'

/** What a user has chosen for the columns of a table, by their names. */
export interface ColumnChoice {
  /** Whether a column is shown. */
  shown: Readonly<Record<string, boolean>>
  /** The widths of the columns that share what is left, in proportion to each other. */
  widths: Readonly<Record<string, number>>
}

const usual: ColumnChoice = { shown: {}, widths: {} }

/** The choice of the columns of a table, which the browser stores. @param key - undefined if there is nothing to choose */
export const useColumnChoice = (key: string | undefined) => {
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `${key} columns`,
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  return {
    ...choice,
    set: (changes: Partial<ColumnChoice>) => key && setChoice({ ...choice, ...changes }),
    reset: () => setChoice(usual),
  }
}
