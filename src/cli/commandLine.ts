/** How this program is called, to be shown in advice: by the executable's path, or from source as on a fresh machine. */
export const commandLine = Bun.main.includes('$bunfs') ? process.execPath : `npx -y bun@${Bun.version} src/main.ts`
