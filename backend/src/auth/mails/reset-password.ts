import { layOut, type Mail, type MailVariables } from './layout.ts'

export function resetPassword(variables: MailVariables): Mail {
  const content = {
    subject: `Reset your ${variables.brandName} password`,
    heading: 'Reset your password',
    paragraphs: [`Somebody asked to reset the password of ${variables.email}. Follow the link to choose a new one.`],
    action: 'Choose a new password',
    footnote: 'If that was not you, ignore this message: your password stays as it is.',
  }
  return layOut(content, variables)
}
