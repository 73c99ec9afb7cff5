import { Button, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { texts } from '../texts/texts.ts'

/** The parameters of a list that say how it is shown, and leave out no records. */
const displayParameters = ['sort', 'limit', 'tab', 'view']

/** What a list without records shows: that nothing was found, and the way back to all records. */
export const EmptyList = () => {
  const { search } = useLocation()
  const kept = [...new URLSearchParams(search)].filter(([name]) => displayParameters.includes(name))
  const isFiltered = kept.length < new URLSearchParams(search).size
  return (
    <Stack align="center" gap="sm" py="xl">
      <Text c="dimmed">{isFiltered ? texts.list.empty : texts.list.none}</Text>
      {isFiltered && (
        <Button component={Link} to={{ search: new URLSearchParams(kept).toString() }} variant="light">
          {texts.list.showAll}
        </Button>
      )}
    </Stack>
  )
}
