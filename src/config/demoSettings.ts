import type { Setting } from './setting.ts'
import { latency } from './timeParsers.ts'
import { path, pathPatterns, percentage } from './valueParsers.ts'

/** The settings of a demo, among those of `settings.ts`. */
export const demoSettings = {
  accounts: {
    help: 'accounts file of a demo, with the tokens and likes to which each reset returns',
    flag: '--accounts <file>',
    variable: 'DEMO_ACCOUNTS',
    parser: path,
    unsetText: 'none: two accounts that everybody may use',
  },
  demoTokens: {
    help: 'file of the tokens of a demo, for this version only: use --accounts',
    flag: '--demo-tokens <file>',
    variable: 'DEMO_TOKENS',
    parser: path,
    unsetText: 'none: new tokens at each start',
    replacement: 'Use accounts instead: an accounts file with the same tokens.',
  },
  demoLatency: {
    help: 'how long a demo waits before each response, such as 300ms',
    flag: '--demo-latency <time>',
    variable: 'DEMO_LATENCY',
    parser: latency,
    unsetText: 'off',
  },
  demoErrors: {
    help: 'share of the requests to a demo that fail with a 503, such as 5%',
    flag: '--demo-errors <percentage>',
    variable: 'DEMO_ERRORS',
    parser: percentage,
    unsetText: 'off',
  },
  demoPaths: {
    help: 'paths that demo-latency and demo-errors concern, with commas; * stands for any characters',
    flag: '--demo-paths <patterns>',
    variable: 'DEMO_PATHS',
    parser: pathPatterns,
    default: ['/api/*', '/search/*'],
    defaultText: '/api/*,/search/*',
  },
} satisfies Record<string, Setting>
