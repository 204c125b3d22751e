import { layOutLetter } from '../../mail/letter.ts'
import type { Mail, MailVariables } from './layout.ts'

type MailKind = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change' | 'reauthentication'

/** One mail in one language. `{brand}`, `{email}`, `{newEmail}` and `{otp}` stand in braces. */
interface MailText {
  readonly subject: string
  readonly heading: string
  readonly line: string
  /** What the button says; null where the mail carries a code alone. */
  readonly action: string | null
  readonly footnote: string
}

interface MailTexts {
  readonly hello: string
  readonly helloNamed: string
  readonly orCode: string
  readonly yourCode: string
  readonly mails: Readonly<Record<MailKind, MailText>>
}

/** The mails in other languages than English, which is in the files beside this one. */
const TRANSLATIONS: Readonly<Record<string, MailTexts>> = {
  pt: {
    hello: 'Olá,',
    helloNamed: 'Olá, {name},',
    orCode: 'Ou escreve este código: {otp}',
    yourCode: 'O teu código: {otp}',
    mails: {
      signup: {
        subject: 'Confirma a tua conta {brand}',
        heading: 'Confirma o teu endereço de e-mail',
        line: 'Registaste-te em {brand} com {email}. Confirma o endereço para começar.',
        action: 'Confirmar endereço',
        footnote: 'Se não te registaste, ignora esta mensagem: nada acontece sem a tua confirmação.',
      },
      invite: {
        subject: 'Tens um convite para {brand}',
        heading: 'Junta-te a {brand}',
        line: 'Foste convidado a abrir uma conta em {brand} com {email}.',
        action: 'Aceitar o convite',
        footnote: 'Se não sabes porquê, ignora esta mensagem: nenhuma conta se usa sem a tua confirmação.',
      },
      magiclink: {
        subject: 'A tua ligação para entrar em {brand}',
        heading: 'Iniciar sessão',
        line: 'Usa a ligação para iniciar sessão em {brand} como {email}. Funciona uma vez.',
        action: 'Iniciar sessão',
        footnote: 'Se não a pediste, ignora esta mensagem e não digas o código a ninguém.',
      },
      recovery: {
        subject: 'Repõe a tua palavra-passe de {brand}',
        heading: 'Repõe a tua palavra-passe',
        line: 'Alguém pediu para repor a palavra-passe de {email}. Segue a ligação para escolher uma nova.',
        action: 'Escolher nova palavra-passe',
        footnote: 'Se não foste tu, ignora esta mensagem: a palavra-passe fica como está.',
      },
      email_change: {
        subject: 'Confirma o teu novo endereço em {brand}',
        heading: 'Confirma a mudança de endereço de e-mail',
        line: 'O teu endereço em {brand} vai mudar para {newEmail}.',
        action: 'Confirmar a mudança',
        footnote: 'Se não pediste isto, ignora a mensagem e muda a palavra-passe: o endereço fica como está.',
      },
      reauthentication: {
        subject: '{otp} é o teu código de {brand}',
        heading: 'Confirma que és tu',
        line: 'Escreve este código para confirmar uma alteração na tua conta {brand}.',
        action: null,
        footnote: 'Se não o pediste, não digas o código a ninguém e muda a palavra-passe.',
      },
    },
  },
  es: {
    hello: 'Hola:',
    helloNamed: 'Hola, {name}:',
    orCode: 'O escribe este código: {otp}',
    yourCode: 'Tu código: {otp}',
    mails: {
      signup: {
        subject: 'Confirma tu cuenta de {brand}',
        heading: 'Confirma tu dirección de correo',
        line: 'Te has registrado en {brand} con {email}. Confirma la dirección para empezar.',
        action: 'Confirmar dirección',
        footnote: 'Si no te has registrado, ignora este mensaje: no pasa nada sin tu confirmación.',
      },
      invite: {
        subject: 'Tienes una invitación a {brand}',
        heading: 'Únete a {brand}',
        line: 'Te han invitado a abrir una cuenta en {brand} con {email}.',
        action: 'Aceptar la invitación',
        footnote: 'Si no sabes por qué, ignora este mensaje: ninguna cuenta se usa sin tu confirmación.',
      },
      magiclink: {
        subject: 'Tu enlace para entrar en {brand}',
        heading: 'Iniciar sesión',
        line: 'Usa el enlace para iniciar sesión en {brand} como {email}. Funciona una vez.',
        action: 'Iniciar sesión',
        footnote: 'Si no lo has pedido, ignora este mensaje y no digas el código a nadie.',
      },
      recovery: {
        subject: 'Restablece tu contraseña de {brand}',
        heading: 'Restablece tu contraseña',
        line: 'Alguien ha pedido restablecer la contraseña de {email}. Sigue el enlace para elegir una nueva.',
        action: 'Elegir nueva contraseña',
        footnote: 'Si no has sido tú, ignora este mensaje: tu contraseña queda como está.',
      },
      email_change: {
        subject: 'Confirma tu nueva dirección en {brand}',
        heading: 'Confirma el cambio de dirección de correo',
        line: 'Tu dirección en {brand} va a cambiar a {newEmail}.',
        action: 'Confirmar el cambio',
        footnote: 'Si no lo has pedido, ignora este mensaje y cambia tu contraseña: la dirección queda como está.',
      },
      reauthentication: {
        subject: '{otp} es tu código de {brand}',
        heading: 'Confirma que eres tú',
        line: 'Escribe este código para confirmar un cambio en tu cuenta de {brand}.',
        action: null,
        footnote: 'Si no lo has pedido, no digas el código a nadie y cambia tu contraseña.',
      },
    },
  },
  de: {
    hello: 'Hallo,',
    helloNamed: 'Hallo {name},',
    orCode: 'Oder gib diesen Code ein: {otp}',
    yourCode: 'Dein Code: {otp}',
    mails: {
      signup: {
        subject: 'Bestätige dein Konto bei {brand}',
        heading: 'Bestätige deine E-Mail-Adresse',
        line: 'Du hast dich bei {brand} mit {email} registriert. Bestätige die Adresse, um loszulegen.',
        action: 'E-Mail-Adresse bestätigen',
        footnote:
          'Wenn du dich nicht registriert hast, ignoriere diese Nachricht: Ohne deine Bestätigung geschieht nichts.',
      },
      invite: {
        subject: 'Du bist zu {brand} eingeladen',
        heading: 'Komm zu {brand}',
        line: 'Du wurdest eingeladen, mit {email} ein Konto bei {brand} zu eröffnen.',
        action: 'Einladung annehmen',
        footnote: 'Wenn du nicht weißt, warum, ignoriere diese Nachricht: Kein Konto gilt ohne deine Bestätigung.',
      },
      magiclink: {
        subject: 'Dein Link zur Anmeldung bei {brand}',
        heading: 'Anmelden',
        line: 'Mit dem Link meldest du dich bei {brand} als {email} an. Er gilt einmal.',
        action: 'Anmelden',
        footnote: 'Wenn du ihn nicht angefordert hast, ignoriere diese Nachricht und verrate niemandem den Code.',
      },
      recovery: {
        subject: 'Setze dein Passwort bei {brand} zurück',
        heading: 'Setze dein Passwort zurück',
        line: 'Jemand möchte das Passwort von {email} zurücksetzen. Über den Link wählst du ein neues.',
        action: 'Neues Passwort wählen',
        footnote: 'Wenn du das nicht warst, ignoriere diese Nachricht: Dein Passwort bleibt, wie es ist.',
      },
      email_change: {
        subject: 'Bestätige deine neue Adresse bei {brand}',
        heading: 'Bestätige die Änderung deiner E-Mail-Adresse',
        line: 'Deine Adresse bei {brand} soll zu {newEmail} werden.',
        action: 'Änderung bestätigen',
        footnote:
          'Wenn du das nicht wolltest, ignoriere diese Nachricht und ändere dein Passwort: Die Adresse bleibt, wie sie ist.',
      },
      reauthentication: {
        subject: '{otp} ist dein Code für {brand}',
        heading: 'Bestätige, dass du es bist',
        line: 'Gib diesen Code ein, um eine Änderung an deinem Konto bei {brand} zu bestätigen.',
        action: null,
        footnote: 'Wenn du ihn nicht angefordert hast, verrate niemandem den Code und ändere dein Passwort.',
      },
    },
  },
  fr: {
    hello: 'Bonjour,',
    helloNamed: 'Bonjour {name},',
    orCode: 'Ou saisissez ce code : {otp}',
    yourCode: 'Votre code : {otp}',
    mails: {
      signup: {
        subject: 'Confirmez votre compte {brand}',
        heading: 'Confirmez votre adresse e-mail',
        line: 'Vous vous êtes inscrit sur {brand} avec {email}. Confirmez l’adresse pour commencer.',
        action: 'Confirmer l’adresse',
        footnote: 'Si ce n’était pas vous, ignorez ce message : rien ne se passe sans votre confirmation.',
      },
      invite: {
        subject: 'Vous êtes invité sur {brand}',
        heading: 'Rejoignez {brand}',
        line: 'Vous êtes invité à ouvrir un compte sur {brand} avec {email}.',
        action: 'Accepter l’invitation',
        footnote: 'Si vous ne savez pas pourquoi, ignorez ce message : aucun compte ne sert sans votre confirmation.',
      },
      magiclink: {
        subject: 'Votre lien de connexion à {brand}',
        heading: 'Se connecter',
        line: 'Ce lien vous connecte à {brand} en tant que {email}. Il fonctionne une fois.',
        action: 'Se connecter',
        footnote: 'Si vous ne l’avez pas demandé, ignorez ce message et ne dites le code à personne.',
      },
      recovery: {
        subject: 'Réinitialisez votre mot de passe {brand}',
        heading: 'Réinitialisez votre mot de passe',
        line: 'Quelqu’un a demandé à réinitialiser le mot de passe de {email}. Suivez le lien pour en choisir un nouveau.',
        action: 'Choisir un nouveau mot de passe',
        footnote: 'Si ce n’était pas vous, ignorez ce message : votre mot de passe reste le même.',
      },
      email_change: {
        subject: 'Confirmez votre nouvelle adresse sur {brand}',
        heading: 'Confirmez le changement d’adresse e-mail',
        line: 'Votre adresse sur {brand} va devenir {newEmail}.',
        action: 'Confirmer le changement',
        footnote:
          'Si vous ne l’avez pas demandé, ignorez ce message et changez de mot de passe : l’adresse reste la même.',
      },
      reauthentication: {
        subject: '{otp} est votre code {brand}',
        heading: 'Confirmez que c’est bien vous',
        line: 'Saisissez ce code pour confirmer une modification de votre compte {brand}.',
        action: null,
        footnote: 'Si vous ne l’avez pas demandé, ne dites le code à personne et changez de mot de passe.',
      },
    },
  },
}

/** The language that somebody signed up or goes on in (`user_metadata.locale`), if the mails know it; null for English. */
export function mailLanguageOf(metadata: Readonly<Record<string, unknown>>): string | null {
  const { locale } = metadata
  const language = typeof locale === 'string' ? locale.slice(0, 2).toLowerCase() : ''
  return Object.hasOwn(TRANSLATIONS, language) ? language : null
}

/** A mail in one of the languages of `mailLanguageOf`. */
export function translatedMail(type: MailKind, language: string, variables: MailVariables): Mail {
  const texts = TRANSLATIONS[language]
  if (!texts) throw new RangeError(`No mails in ${language}`)
  const { brandName, name, email, newEmail, otp, link } = variables
  const values: Readonly<Record<string, string>> = {
    brand: brandName,
    email,
    newEmail: newEmail ?? '',
    otp,
    name: name ?? '',
  }
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const { subject, heading, line, action, footnote } = texts.mails[type]
  return layOutLetter(
    {
      language,
      greeting: fill(name ? texts.helloNamed : texts.hello),
      subject: fill(subject),
      heading: fill(heading),
      name,
      paragraphs: [fill(line)],
      action: action ? { label: action, link } : null,
      aside: fill(action ? texts.orCode : texts.yourCode),
      footnote: fill(footnote),
    },
    brandName,
  )
}
