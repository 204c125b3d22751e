import { layOut, type Mail, type MailVariables } from './layout.ts'

export function magicLink(variables: MailVariables): Mail {
  const content = {
    subject: `Your ${variables.brandName} sign-in link`,
    heading: 'Sign in',
    paragraphs: [`Use the link to sign in to ${variables.brandName} as ${variables.email}. It works once.`],
    action: 'Sign in',
    footnote: 'If you did not ask for it, ignore this message and tell nobody the code.',
  }
  return layOut(content, variables)
}
