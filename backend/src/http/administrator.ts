import type { FastifyRequest } from 'fastify'
import { type Keyring, TokenError } from '../jwt/keyring.ts'
import { callerFromBearer } from './caller.ts'

/** Whether a request has the secret key, or a token of `service_role`, in `apikey`. A header: no other site can make a browser send it. */
export async function isAdministrator(keyring: Keyring, { headers }: FastifyRequest): Promise<boolean> {
  const key = headers.apikey
  if (typeof key !== 'string') return false
  try {
    return (await callerFromBearer(keyring, key)).role === 'service_role'
  } catch (error) {
    if (error instanceof TokenError) return false
    throw error
  }
}
