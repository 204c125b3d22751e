import { expect, test } from 'vitest'
import { toStorageError } from './error-renderer.ts'

test.each(['ENOSPC', 'EDQUOT', '53100'])('%s is a full disk, and the answer names no file', (code) => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write /var/lib/souk/staging/1'), { code })
  const refused = toStorageError(error)
  expect(refused.httpStatus).toBe(507)
  expect(refused.envelope).toMatchObject({ statusCode: '507', message: 'There is no space left on the server' })
})
