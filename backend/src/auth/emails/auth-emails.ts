import type { EmailTemplate } from '../../config/email-templates.ts'
import type { Mailer } from '../../mail/mailer.ts'
import type { EmailHookData, Hooks } from '../hooks/hooks.ts'
import type { SendingLimits } from '../rate-limits/sending-limits.ts'
import type { IssuedToken } from '../tokens/issued-token.ts'
import type { UserRow } from '../users/user-row.ts'
import { viewUser } from '../users/user-view.ts'
import { type Mail, renderEmail } from './email.ts'
import { notice } from './notice.ts'
import { withOwnTemplate } from './own-emails.ts'
import type { NoticeKind, WordsFor } from './words.ts'

/** The `type` of a link; a change of address sends two emails of one type. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'
type AuthEmailType = LinkType | 'reauthentication'

export interface OutgoingEmail {
  readonly type: AuthEmailType
  readonly to: string
  readonly user: UserRow
  readonly token: IssuedToken
  readonly redirectTo: string
}

/** An account event that its owner is notified of. */
export interface OutgoingNotice {
  readonly kind: NoticeKind
  readonly user: UserRow
  /** Recipient, instead of the account's address. */
  readonly to?: string
  /** Values for the text of the notice; see notice.ts. */
  readonly details?: Readonly<Record<string, string>>
}

export interface AuthEmails {
  /** Sends after the response; pass only committed emails. Failures are logged. */
  send(emails: readonly OutgoingEmail[]): void
  /**
   * Like `send`, but waits for the email hook if there is one, so that its rejection reaches the caller. Use it only where the
   * caller already knows that the account exists. @throws {AuthError} the hook's rejection
   */
  deliver(emails: readonly OutgoingEmail[]): Promise<void>
  /** Emails a security notice after the response; pass only committed changes. */
  notify(notice: OutgoingNotice): void
}

export interface AuthEmailsOptions {
  readonly mailer: Mailer
  readonly hooks: Hooks
  readonly sending: SendingLimits
  /** A function, because an operator may change it while the server runs. */
  readonly brandName: () => string
  /** Whether notices of a kind are sent; a function for the same reason. */
  readonly sends: (kind: NoticeKind) => boolean
  /** Emails of the project's own. */
  readonly templates: ReadonlyMap<string, EmailTemplate>
  readonly siteUrl: string
  readonly wordsFor: WordsFor
  readonly issuer: string
  readonly inBackground: (what: string, work: () => Promise<void>) => void
}

export function createAuthEmails(options: AuthEmailsOptions): AuthEmails {
  const { mailer, hooks, sending, brandName, wordsFor, issuer, inBackground, templates, siteUrl } = options
  return {
    send(emails) {
      if (hooks.has('send_email')) return inBackground('have emails sent by the hook', () => sendByHook(emails))
      for (const mail of emails) {
        inBackground(`send the ${mail.type} mail`, async () => {
          await sending.takeOne('emails')
          await mailer.send({ to: mail.to, ...write(mail) })
        })
      }
    },
    async deliver(emails) {
      if (hooks.has('send_email')) await sendByHook(emails)
      else this.send(emails)
    },
    notify({ kind, user, to = user.email ?? '', details = {} }) {
      if (to === '' || !options.sends(kind)) return
      const at = new Date()
      inBackground(`send the ${kind} notice`, () => {
        if (hooks.has('send_email')) return hooks.sendEmail(viewUser(user), noticeForHook(kind, issuer))
        const known = { name: firstNameOf(user), email: user.email ?? to, timeZone: timeZoneOf(user) }
        const variables = { brandName: brandName(), ...known, details, at }
        const written = notice(kind, wordsFor(user.raw_user_meta_data), variables)
        return mailer.send({ to, ...withOwnTemplate(written, templates.get(kind), noticeValues(user, details)) })
      })
    },
  }

  /** Calls the hook once for all emails of one action. */
  async function sendByHook(emails: readonly OutgoingEmail[]): Promise<void> {
    const [first] = emails
    for (const _mail of emails) await sending.takeOne('emails')
    if (first) await hooks.sendEmail(viewUser(first.user), hookDataOf(emails, first, issuer))
  }

  function write({ type, to, user, token, redirectTo }: OutgoingEmail): Mail {
    const link = type === 'reauthentication' ? '' : verifyLink(issuer, type, token.tokenHash, redirectTo)
    const written = renderEmail(type, wordsFor(user.raw_user_meta_data), {
      brandName: brandName(),
      name: firstNameOf(user),
      email: user.email ?? '',
      newEmail: user.email_change,
      otp: token.otp,
      link,
    })
    return withOwnTemplate(written, templates.get(TEMPLATE_NAMES[type]), {
      SiteURL: siteUrl,
      ConfirmationURL: link,
      Email: user.email ?? '',
      NewEmail: user.email_change ?? '',
      SendingTo: to,
      Token: token.otp,
      TokenHash: token.tokenHash,
      RedirectTo: redirectTo,
      Data: user.raw_user_meta_data,
    })
  }
}

/** The names of Supabase's configuration. */
const TEMPLATE_NAMES: Readonly<Record<AuthEmailType, string>> = {
  signup: 'confirmation',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
}

/** The variables of Supabase's notices. */
function noticeValues(user: UserRow, details: Readonly<Record<string, string>>) {
  const { oldEmail, newEmail, factor, provider } = details
  return {
    Email: newEmail ?? user.email ?? '',
    OldEmail: oldEmail ?? '',
    Phone: user.phone ?? '',
    FactorType: factor ?? '',
    Provider: provider ?? '',
    Data: user.raw_user_meta_data,
  }
}

/**
 * A change of address has two emails, to the old address and to the new one. The payload has their codes in the order of the
 * addresses and their hashes in reverse; existing hooks rely on it.
 */
function hookDataOf(emails: readonly OutgoingEmail[], first: OutgoingEmail, issuer: string): EmailHookData {
  const [, second] = emails
  return {
    token: first.token.otp,
    token_hash: (second ?? first).token.tokenHash,
    redirect_to: first.redirectTo,
    email_action_type: first.type,
    site_url: issuer,
    token_new: second?.token.otp ?? '',
    token_hash_new: second ? first.token.tokenHash : '',
  }
}

function noticeForHook(kind: NoticeKind, issuer: string): EmailHookData {
  return {
    token: '',
    token_hash: '',
    redirect_to: '',
    email_action_type: `${kind}_notification`,
    site_url: issuer,
    token_new: '',
    token_hash_new: '',
  }
}

/** The link in an email. Its `token` parameter is the hash; the parameters are in the order that clients expect. */
export function verifyLink(issuer: string, type: LinkType, tokenHash: string, redirectTo: string): string {
  const redirect = /[&=#]/.test(redirectTo) ? encodeURIComponent(redirectTo) : redirectTo
  return `${issuer}/verify?token=${tokenHash}&type=${type}&redirect_to=${redirect}`
}

function firstNameOf(user: UserRow): string | null {
  const name = user.raw_user_meta_data.first_name
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60) return null
  // Anyone can sign up a stranger's address: a name must not turn our email into an advertisement with a link.
  return /[/\\@:<>\r\n]|\.\w|www/i.test(name) ? null : name.trim()
}

/** Applications store it next to the locale. */
function timeZoneOf({ raw_user_meta_data: { time_zone: zone } }: UserRow): string | null {
  return typeof zone === 'string' && zone.length <= 60 ? zone : null
}
