import { Command } from 'commander'
import { addFlags } from '../../config/commandOptions.ts'
import { settingNames } from '../../config/settings.ts'
import { addServeFlags, type ServeFlags } from '../serveFlags.ts'
import { shortenSettings } from '../shortHelp.ts'

const help = `
ADMIN_EMAIL with ADMIN_PASSWORD_FILE (or ADMIN_PASSWORD) creates that admin if no account has the address.
PGPASSWORD_FILE (or PGPASSWORD) has the password of the user of a library on PostgreSQL.
If there is no admin, the server prints a URL with a one-time code at the start. Open it in a browser to create the admin.
SIGINT or SIGTERM finishes the requests in flight and closes the library. At a terminal, SIGHUP does the same. Otherwise it reads the
settings again, and applies the level of the log, registration, guests, the limits, the trusted proxies and the origins.
SIGUSR2 resets a demo, and so does "music-library demo reset".`

export const serveCommand = () =>
  shortenSettings(addServeFlags(addFlags(new Command('serve'), settingNames)))
    .addHelpText('after', help)
    // The help of all commands needs no server, which takes half of its time to load.
    .action(async (flags: ServeFlags) => (await import('../serve/serve.ts')).serve(flags))
