import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { createUrlTokens } from './url-tokens.ts'

const secret = new Uint8Array(32).fill(7)
const tokens = createUrlTokens({ deriveSecret: () => secret })

test('a token is valid for its own URL and purpose only', async () => {
  const token = await tokens.signDownload({ url: 'b/a.txt' }, 60)
  expect(await tokens.verifyDownload(token, 'b/a.txt')).toMatchObject({ url: 'b/a.txt', scope: 'download' })
  await expect(tokens.verifyDownload(token, 'b/b.txt')).rejects.toThrow('Invalid signature')
  await expect(tokens.verifyUpload(token, 'b/a.txt')).rejects.toThrow('Token is not scoped for upload')
})

test('refuses a token that has expired, was changed, or was signed with another key', async () => {
  await expect(tokens.verifyDownload(await tokens.signDownload({ url: 'x' }, -1), 'x')).rejects.toMatchObject({
    kind: 'invalid_jwt',
  })
  await expect(tokens.verifyDownload(`${await tokens.signDownload({ url: 'x' }, 60)}A`, 'x')).rejects.toMatchObject({
    kind: 'invalid_jwt',
  })
  await expect(tokens.verifyDownload('nonsense', 'x')).rejects.toMatchObject({ kind: 'invalid_jwt' })
  const foreign = await new SignJWT({ url: 'x', scope: 'download', exp: 9e9 })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new Uint8Array(32))
  await expect(tokens.verifyDownload(foreign, 'x')).rejects.toMatchObject({ kind: 'invalid_jwt' })
  const endless = await new SignJWT({ url: 'x', scope: 'download' }).setProtectedHeader({ alg: 'HS256' }).sign(secret)
  await expect(tokens.verifyDownload(endless, 'x')).rejects.toMatchObject({ kind: 'invalid_jwt' })
})
