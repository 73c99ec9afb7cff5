import type { AuditAction } from '../../api/types.ts'
import { texts } from '../../texts/texts.ts'

/** The value of the filter that leaves out no action. */
export const everyAction = 'all'

const visits: AuditAction[] = ['login', 'new_network', 'logout']

const actions = Object.keys(texts.audit.actionNames) as AuditAction[] // Object.keys widens them to string

/** The actions that change something. */
export const changeActions = actions.filter((action) => !visits.includes(action))
