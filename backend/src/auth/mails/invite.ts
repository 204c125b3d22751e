import { layOut, type Mail, type MailVariables } from './layout.ts'

export function invite(variables: MailVariables): Mail {
  const content = {
    subject: `You are invited to ${variables.brandName}`,
    heading: `Join ${variables.brandName}`,
    paragraphs: [`You were invited to open an account on ${variables.brandName} with ${variables.email}.`],
    action: 'Accept the invitation',
    footnote: 'If you do not know why, ignore this message: no account can be used without your confirmation.',
  }
  return layOut(content, variables)
}
