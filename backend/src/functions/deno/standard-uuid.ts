/** In place of `std/uuid`, where jsr.io and deno.land cannot be reached, with `generate` as before version 1. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-([1-8])[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

export const NIL_UUID = '00000000-0000-0000-0000-000000000000'

export const validate = (id: string): boolean => UUID.test(id) || id === NIL_UUID

export const v4 = {
  generate: (): string => crypto.randomUUID(),
  validate: (id: string): boolean => UUID.exec(id)?.[1] === '4',
}
