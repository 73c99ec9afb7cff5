import { Outlet } from 'react-router'
import { useSession } from '../session/useSession.ts'
import { Forbidden } from './Forbidden.tsx'

/** The frame of the screens that only admins may see. The server refuses their requests, too. */
export const AdminOnly = () => (useSession().isAdmin ? <Outlet /> : <Forbidden isScreen />)
