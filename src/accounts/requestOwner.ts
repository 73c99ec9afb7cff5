import type { Owner } from '../base/taskOwner.ts'
import { clientNetwork, clientSite } from '../http/clientIp.ts'

/** An account, as far as it matters here. */
interface Account {
  user: { id: number; role: { name: string } }
}

/** Returns who uses what a request needs. @param caller - undefined where none is known, such as for a guest, whose subnet stands for the account */
export type OwnerOf = (request: Request, caller: Account | undefined) => Owner

/** @param prefersAdmins - false in a demo, where every visitor may be an admin */
export const createOwnerOf =
  (clientIp: (request: Request) => string, prefersAdmins: boolean): OwnerOf =>
  (request, caller) => {
    const address = clientIp(request)
    return {
      site: clientSite(address),
      account: caller ? `account ${caller.user.id}` : `subnet ${clientNetwork(address)}`,
      isAdmin: prefersAdmins && caller?.user.role.name === 'admin',
    }
  }
