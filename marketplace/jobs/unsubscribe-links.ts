import { SignJWT } from 'jose'
import { UNSUBSCRIBE } from '../contract/notifications/notifications.ts'
import { paths } from '../contract/paths.ts'

/** The unsubscribe links of one person for some groups: they work without signing in and do not expire. */
export async function unsubscribeLinks(
  key: Uint8Array,
  publicUrl: string,
  personId: string,
  about: readonly string[],
): Promise<{ page: string; oneClick: string }> {
  const token = await new SignJWT({ about })
    .setProtectedHeader({ alg: UNSUBSCRIBE.algorithm })
    .setSubject(personId)
    .setAudience(UNSUBSCRIBE.audience)
    .sign(key)
  return {
    page: publicUrl + paths.unsubscribe(token),
    oneClick: `${publicUrl}/functions/v1/unsubscribe?token=${token}`,
  }
}
