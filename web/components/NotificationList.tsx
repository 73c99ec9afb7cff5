import { Notifications } from '@mantine/notifications'

/** What has been done and what has failed. It is loaded after the first screen, and shows what came before it, too. */
export const NotificationList = () => <Notifications position="bottom-right" />
