import { layOut, type Mail, type MailVariables } from './layout.ts'

export function reauthenticate(variables: MailVariables): Mail {
  const content = {
    subject: `${variables.otp} is your ${variables.brandName} code`,
    heading: 'Confirm that it is you',
    paragraphs: [`Enter this code to confirm a change to your ${variables.brandName} account.`],
    action: null,
    footnote: 'If you did not ask for it, tell nobody the code and change your password.',
  }
  return layOut(content, variables)
}
