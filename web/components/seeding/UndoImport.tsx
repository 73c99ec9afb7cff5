import { Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { readAudit } from '../../api/audit.ts'
import { useSession } from '../../session/useSession.ts'
import { texts } from '../../texts/texts.ts'
import { UndoButton } from '../undo/UndoButton.tsx'

/** Says how the last import of the user is taken back, with the button that does it, until the user has undone something. */
export const UndoImport = () => {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['last import', user?.id],
    queryFn: ({ signal }) => readAudit({ action: 'seed,revert', user: String(user?.id), limit: 1 }, signal),
    gcTime: 0,
  })
  const entry = data?.entries[0]
  return (
    entry?.action === 'seed' && (
      <Group gap="xs">
        <Text size="sm">
          {texts.seeding.undoImport}{' '}
          <Anchor component={Link} to={`/audit?entry=${entry.id}`} inherit underline="always">
            {texts.seeding.undoLater}
          </Anchor>
          .
        </Text>
        <UndoButton entry={entry} />
      </Group>
    )
  )
}
