import Type, { type Static } from 'typebox'

/** Fields of all grant types. */
export const TokenBody = Type.Object({
  grant_type: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  password: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  auth_code: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
  provider: Type.Optional(Type.String()),
  id_token: Type.Optional(Type.String()),
  access_token: Type.Optional(Type.String()),
  nonce: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  issuer: Type.Optional(Type.String()),
  chain: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  signature: Type.Optional(Type.String()),
  link_identity: Type.Optional(Type.Boolean()),
})
export type TokenBody = Static<typeof TokenBody>
