import type { ClientMessage } from '../sockets/message.ts'
import type { Channel } from './channel.ts'
import { tokenIn } from './join-config.ts'
import { checkToken } from './tokens.ts'

/** `access_token`: a joined channel continues under the new token, or ends when that token is insufficient. Sends no reply. */
export function refreshToken(channel: Channel, payload: ClientMessage['payload']): void {
  const token = tokenIn(payload)
  if (token === null || token === channel.identity.caller.token) return
  // Every token change queries the policies again.
  if (!channel.tokenChanges.take()) {
    channel.stop('Too many messages per second')
    return
  }
  changeToken(channel, token).catch((error: unknown) => {
    channel.connection.context.log.error({ err: error, topic: channel.name }, 'realtime: a token refresh failed')
    // The policies could not be queried: the client rejoins with this token.
    channel.crash()
  })
}

async function changeToken(channel: Channel, token: string): Promise<void> {
  const check = await checkToken(channel.connection.context.keyring, token)
  if (channel.state !== 'joined') return
  if (!check.ok) {
    channel.stop(check.problem.message)
    return
  }
  channel.identity = check.identity
  const mayRead = await channel.refreshReadAccess()
  if (!mayRead) channel.stop(`You no longer have permission to read from this Channel topic: ${channel.name}`)
  else if (channel.state === 'joined') channel.connection.context.changes.subscribe(channel)
}
