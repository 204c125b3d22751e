import { layOut, type Mail, type MailVariables } from './layout.ts'

export function confirmSignUp(variables: MailVariables): Mail {
  const content = {
    subject: `Confirm your ${variables.brandName} account`,
    heading: 'Confirm your email address',
    paragraphs: [`You signed up for ${variables.brandName} with ${variables.email}. Confirm the address to start.`],
    action: 'Confirm email address',
    footnote: 'If you did not sign up, ignore this message: nothing happens without your confirmation.',
  }
  return layOut(content, variables)
}
