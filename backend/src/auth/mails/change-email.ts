import { layOut, type Mail, type MailVariables } from './layout.ts'

export function changeEmail(variables: MailVariables): Mail {
  const from = variables.email === '' ? '' : ` from ${variables.email}`
  const content = {
    subject: `Confirm your new ${variables.brandName} address`,
    heading: 'Confirm the change of your email address',
    paragraphs: [`Your ${variables.brandName} address is to change${from} to ${variables.newEmail ?? ''}.`],
    action: 'Confirm the change',
    footnote: 'If you did not ask for it, ignore this message and change your password: the address stays as it is.',
  }
  return layOut(content, variables)
}
