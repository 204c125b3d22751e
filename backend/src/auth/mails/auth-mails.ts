import type { Mailer } from '../../mail/mailer.ts'
import type { IssuedToken } from '../issued-token.ts'
import type { UserRow } from '../user-row.ts'
import { changeEmail } from './change-email.ts'
import { confirmSignUp } from './confirm-sign-up.ts'
import { invite } from './invite.ts'
import type { Mail, MailVariables } from './layout.ts'
import { magicLink } from './magic-link.ts'
import { reauthenticate } from './reauthenticate.ts'
import { resetPassword } from './reset-password.ts'

/** The `type` of a link; a change of address sends two mails of one type. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
export type AuthMailType = LinkType | 'reauthentication'

const TEMPLATES: Readonly<Record<AuthMailType, (variables: MailVariables) => Mail>> = {
  signup: confirmSignUp,
  invite,
  magiclink: magicLink,
  recovery: resetPassword,
  email_change: changeEmail,
  reauthentication: reauthenticate,
}

export interface OutgoingMail {
  readonly type: AuthMailType
  readonly to: string
  readonly user: UserRow
  readonly token: IssuedToken
  readonly redirectTo: string
}

export interface AuthMails {
  /** Sends after the answer; give it only what is committed. A failure reaches the log. */
  send(mails: readonly OutgoingMail[]): void
}

export interface AuthMailsOptions {
  readonly mailer: Mailer
  readonly brandName: string
  readonly issuer: string
  readonly inBackground: (what: string, work: () => Promise<void>) => void
}

export function createAuthMails({ mailer, brandName, issuer, inBackground }: AuthMailsOptions): AuthMails {
  return {
    send(mails) {
      for (const mail of mails) {
        inBackground(`send the ${mail.type} mail`, () => mailer.send({ to: mail.to, ...write(mail) }))
      }
    },
  }

  function write({ type, user, token, redirectTo }: OutgoingMail): Mail {
    return TEMPLATES[type]({
      brandName,
      name: firstNameOf(user),
      email: user.email ?? '',
      newEmail: user.email_change,
      otp: token.otp,
      link: type === 'reauthentication' ? '' : verifyLink(issuer, type, token.tokenHash, redirectTo),
    })
  }
}

/** The link of a mail. Its parameter is called `token` and carries the hash, in the order that clients expect. */
export function verifyLink(issuer: string, type: LinkType, tokenHash: string, redirectTo: string): string {
  const redirect = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${issuer}/verify?token=${tokenHash}&type=${type}&redirect_to=${redirect}`
}

function firstNameOf(user: UserRow): string | null {
  const name = user.raw_user_meta_data.first_name
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60) return null
  // Anybody can sign up a stranger's address: a name must not turn our mail into an advertisement with a link.
  return /[/\\@:<>\r\n]|\.\w|www/i.test(name) ? null : name.trim()
}
