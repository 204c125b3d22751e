import { changeOrPrintKeys } from '../command-line.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'

export const keys: Command = {
  summary: 'the address and the API keys as JSON; another signing key',
  help: `souk-backend keys [--rotate [--alg ES256|RS256|EdDSA] [--now] | --forget KID]

  --rotate        another signing key; it signs in 15 minutes, when everybody knows it
  --now           at once, after a leak
  --forget KID    tokens signed with that key are no longer valid`,
  async run(args) {
    readArgs(args, {
      options: {
        rotate: { type: 'boolean' },
        now: { type: 'boolean' },
        alg: { type: 'string' },
        forget: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
    await changeOrPrintKeys(await folderConfig())
  },
}
