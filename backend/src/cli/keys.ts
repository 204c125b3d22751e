import { changeOrPrintKeys } from '../command-line.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'

export const keys: Command = {
  summary: 'prints the address and the API keys as JSON; rotates the signing key',
  help: `souk-backend keys [--rotate [--alg ES256|RS256|EdDSA] [--now] | --forget KID]

  --rotate        adds a signing key, which signs after 15 minutes, when all caches have it
  --now           signs immediately, after a leak
  --forget KID    tokens signed with this key become invalid`,
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
