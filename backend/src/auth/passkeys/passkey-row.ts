import type { KnownCredential } from './webauthn.ts'

/** A row of auth.webauthn_credentials. */
export interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly sign_count: string
  readonly transports: string[]
  readonly friendly_name: string | null
  readonly last_used_at: Date | null
  readonly created_at: Date
}

/** A passkey as its owner sees it, without the credential. */
export function viewPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    friendly_name: row.friendly_name ?? undefined,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString(),
  }
}

export function knownCredential(row: PasskeyRow): KnownCredential {
  return {
    id: row.credential_id,
    publicKey: new Uint8Array(row.public_key),
    counter: Number(row.sign_count),
    transports: row.transports,
  }
}
