import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { parseTemplate, type Template } from '../mail/go-template.ts'
import { TEXT } from './kinds.ts'
import type { Variables } from './own-config.ts'

/** A custom email as Go templates; null parts use the built-in email. */
export interface EmailTemplate {
  readonly subject: Template | null
  readonly content: Template | null
}

export type TemplateConfig = Readonly<{
  /** By the names of Supabase: `confirmation`, `magic_link`, `password_changed` … */
  emailTemplates: ReadonlyMap<string, EmailTemplate>
  /** Text messages with a code; null for the built-in ones. */
  smsTemplate: Template | null
  mfaSmsTemplate: Template | null
}>

export const TEMPLATE_VARIABLES = {
  AUTH_EMAIL_TEMPLATES: {
    ...TEXT,
    help: 'emails of your own, as JSON: `{"confirmation": {"subject": "…", "content": "<p>{{ .ConfirmationURL }}"}}`, with the names and variables of Supabase',
  },
  AUTH_SMS_TEMPLATE: { ...TEXT, help: 'text message with a code, as in `Your code is {{ .Code }}`' },
  AUTH_MFA_SMS_TEMPLATE: { ...TEXT, help: 'the same for second factors, where theirs differs' },
} as const satisfies Variables

const Given = Type.Record(
  Type.String(),
  Type.Object({ subject: Type.Optional(Type.String()), content: Type.Optional(Type.String()) }),
)
const givenCheck = Compile(Given)

interface Texts {
  readonly AUTH_EMAIL_TEMPLATES?: string
  readonly AUTH_SMS_TEMPLATE?: string
  readonly AUTH_MFA_SMS_TEMPLATE?: string
}

/** `problem` describes why a template cannot be used. */
export function readTemplates(env: Texts): { templates: TemplateConfig; problem: string | null } {
  const none: TemplateConfig = { emailTemplates: new Map(), smsTemplate: null, mfaSmsTemplate: null }
  const given = parse(env.AUTH_EMAIL_TEMPLATES)
  if (given === null)
    return {
      templates: none,
      problem: 'AUTH_EMAIL_TEMPLATES must be a JSON object of objects with subject and content',
    }
  try {
    const compiled = (name: string, text: string | undefined) => (text === undefined ? null : named(name, text))
    const smsTemplate = compiled('AUTH_SMS_TEMPLATE', env.AUTH_SMS_TEMPLATE)
    const emails = Object.entries(given).map(([name, { subject, content }]): [string, EmailTemplate] => [
      name,
      { subject: compiled(`The subject of ${name}`, subject), content: compiled(`The email ${name}`, content) },
    ])
    const mfaSmsTemplate = compiled('AUTH_MFA_SMS_TEMPLATE', env.AUTH_MFA_SMS_TEMPLATE) ?? smsTemplate
    return { templates: { emailTemplates: new Map(emails), smsTemplate, mfaSmsTemplate }, problem: null }
  } catch (error) {
    return { templates: none, problem: error instanceof Error ? error.message : String(error) }
  }
}

function named(name: string, text: string): Template {
  try {
    return parseTemplate(text)
  } catch (error) {
    throw new Error(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function parse(text: string | undefined): Static<typeof Given> | null {
  if (text === undefined) return {}
  try {
    const value: unknown = JSON.parse(text)
    return givenCheck.Check(value) ? value : null
  } catch {
    return null
  }
}
