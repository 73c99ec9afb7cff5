import { Outlet } from 'react-router'
import { LoginRequired } from '../session/LoginRequired.tsx'
import { useSession } from '../session/useSession.ts'

/** The frame of the screens that only users with an account may see. */
export const AccountOnly = () => (useSession().user ? <Outlet /> : <LoginRequired />)
