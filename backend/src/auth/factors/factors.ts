import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { AuthContext } from '../context.ts'
import { challengeFactor } from './challenge.ts'
import { enrollFactor } from './enroll.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { unenrollFactor } from './unenroll.ts'
import { verifyFactor } from './verify.ts'
import { verifyRecoveryCode } from './verify-recovery-code.ts'

/** Second factors: authenticator apps, phones, security keys, and recovery codes. */
export const factors: FastifyPluginAsyncTypebox<AuthContext> = async (app, context) => {
  await app.register(enrollFactor, context)
  await app.register(challengeFactor, context)
  await app.register(verifyFactor, context)
  await app.register(unenrollFactor, context)
  await app.register(recoveryCodes, context)
  await app.register(verifyRecoveryCode, context)
}
