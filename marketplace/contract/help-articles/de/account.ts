import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** Signing in, the profile, and how to reach people. */
export const ACCOUNT: HelpWords['articles'] = {
  'cannot-sign-in': {
    question: 'Ich kann mich nicht anmelden',
    alsoAsked:
      'login einloggen passwort vergessen verloren zurücksetzen wiederherstellen pin code zugang gesperrt kennwort',
    answer: [
      'Wähle „Vergessen?“ auf der Anmeldeseite. Wenn die Adresse ein Konto hat, ist ein Link für ein neues Passwort unterwegs; sieh auch im Spam-Ordner nach. Wir geben dieselbe Antwort, ob es ein Konto gibt oder nicht, damit niemand herausfindet, wer hier ist.',
    ],
  },
  'create-account': {
    question: 'Wie registriere ich mich?',
    alsoAsked:
      'konto anlegen erstellen registrierung registrieren mitmachen neu nutzer werden mitglied kostenlos gewerblich',
    answer: [
      'Mit deinem Namen, einer E-Mail-Adresse und einem Passwort; es dauert etwa eine Minute. Zum Umsehen brauchst du kein Konto, und eine ganze Anzeige kannst du ausfüllen, bevor du eines anlegst.',
      'Es gibt eine Art von Konto, sie ist kostenlos, und du kannst damit kaufen und verkaufen.',
    ],
  },
  'sign-up-trouble': {
    question: 'Es gibt ein Problem mit meiner Registrierung',
    alsoAsked: 'registrieren fehler klappt nicht bestätigungsmail link nicht angekommen formular anmeldung problem',
    answer: ['Die Seite sagt bei jedem Feld, was fehlt. Das sind die üblichen Gründe.'],
    points: [
      'Die Mail mit dem Link ist nicht gekommen: Sieh im Spam-Ordner nach und lass sie nach einer Minute noch einmal schicken. Der Link gilt einmal.',
      'Das Passwort ist zu leicht oder aus einem Datenleck anderswo bekannt. Ein paar Wörter hintereinander sind gut.',
      'Die Adresse hat schon ein Konto. Dann hol dir dafür ein neues Passwort.',
      'Nichts davon: Schreib uns über „Kontakt“, was du getan und was du gesehen hast.',
    ],
  },
  'change-password': {
    question: 'Ein anderes Passwort setzen',
    alsoAsked: 'passwort ändern kennwort neues wählen stärker sicherheit wechseln',
    answer: [
      'Unter „Sicherheit“ in deiner Übersicht setzt du ein neues. Wenn du das alte vergessen hast, wähle „Vergessen?“ auf der Anmeldeseite und folge dem Link in der Mail. Lang ist besser als kompliziert: drei oder vier Wörter, die nur du zusammenstellen würdest.',
    ],
  },
  'second-factor': {
    question: 'Passkeys und Anmeldung in zwei Schritten',
    alsoAsked:
      'passkey authenticator app zweiter faktor 2fa mfa fingerabdruck gesicht wiederherstellungscodes handy verloren',
    answer: [
      'Unter „Sicherheit“ in deiner Übersicht richtest du einen Passkey ein, der dich mit der Sperre deines Geräts anmeldet, oder eine Authenticator-App, deren sechs Ziffern nach dem Passwort gefragt werden.',
      'Zur App bekommst du Wiederherstellungscodes. Jeder öffnet das Konto einmal, wenn das Handy weg ist; bewahr sie auf Papier auf.',
    ],
  },
  'access-tokens': {
    question: 'Ein eigenes Programm hineinlassen',
    alsoAsked: 'api zugriffstoken token schlüssel entwickler skript schnittstelle automatisieren anbinden programm',
    answer: [
      'Unter „Sicherheit“ in deiner Übersicht erstellst du ein Zugriffstoken: mit einem Namen, mit seiner Dauer und mit dem, was das Programm darf, nur lesen oder auch schreiben. Das Token wird einmal gezeigt; bewahr es auf wie ein Passwort.',
      'Ein Token ändert nie dein Passwort oder deine Anmeldung und löscht nie dein Konto. Lösche es unter „Sicherheit“, wenn das Programm nicht mehr gebraucht wird; ein neues Passwort beendet alle.',
    ],
  },
  'change-email-or-phone': {
    question: 'Mein Konto ändern: Name, Telefon, E-Mail',
    alsoAsked:
      'verwalten bearbeiten aktualisieren ändern profil persönliche daten angaben nummer e-mail-adresse kontoeinstellungen',
    answer: [
      'Deine Namen, Telefonnummer, Bild, Gegend und die Worte über dich stehen in deiner Übersicht unter „Profil“.',
      'Die E-Mail-Adresse steht unter „Sicherheit“. Ein Link geht an die alte und an die neue Adresse, und die neue gilt, wenn beide zugestimmt haben.',
    ],
  },
  'profile-picture': {
    question: 'Mein Bild und die Worte über mich',
    alsoAsked: 'profilbild ändern hinzufügen avatar foto bio porträt beschreibung stand hochladen',
    answer: [
      `Unter „Profil“ kannst du ein Bild hochladen und bis zu ${LIMITS.profile.bio} Zeichen über dich schreiben. Beides steht an deinem Stand, der Seite, die andere sehen, wenn sie auf deinen Namen tippen.`,
    ],
  },
  'who-sees-what': {
    question: 'Was andere von mir sehen',
    alsoAsked: 'wer kann sehen privatsphäre telefonnummer sichtbar öffentlich profil persönlich verbergen',
    answer: [
      'Deinen Anzeigenamen, dein Bild, deine Stadt oder Gegend, seit wann du hier bist, deine Anzeigen und was Käufer über dich geschrieben haben. Nicht deine E-Mail-Adresse, deine Telefonnummer oder deinen vollen Namen.',
    ],
  },
  'another-account': {
    question: 'Zu einem anderen Konto wechseln',
    alsoAsked: 'konto wechseln nutzer ändern anderes zweites zwei mehrere konten profil',
    answer: [
      'Melde dich ab und mit der anderen Adresse wieder an. Auf einem Gerät bist du immer in einem Konto, und Konten lassen sich nicht zusammenlegen.',
    ],
  },
  'signed-in-elsewhere': {
    question: 'Ich bin noch auf einem anderen Gerät angemeldet',
    alsoAsked: 'abmelden ausloggen logout geräte sitzungen gehackt computer handy verloren',
    answer: [
      'Abmelden beendet deine Sitzung auf jedem Gerät, nicht nur auf dem in deiner Hand. Anmelden ebenso: Die neueste Anmeldung gilt.',
    ],
  },
  'new-account-limits': {
    question: 'Warum kann ich heute nichts mehr inserieren oder schreiben?',
    alsoAsked: 'grenze limit täglich zu viele neues konto erlaubt pro tag beschränkung warten',
    answer: [
      `Ein neues Konto kann am Tag ${LIMITS.newAccount.adsPerDay} Anzeigen veröffentlichen und ${LIMITS.newAccount.conversationsPerDay} Gespräche beginnen; das hält Spam fern. Antworten ist davon nie begrenzt.`,
      'Die Grenzen enden, wenn du eine Woche hier bist und etwas verkauft hast oder fünf Gespräche beantwortet wurden.',
    ],
  },
  mails: {
    question: 'Welche Mails bekomme ich? Gibt es einen Newsletter?',
    alsoAsked:
      'newsletter abonnieren abbestellen abmelden benachrichtigungen werbung neuigkeiten e-mails stoppen erhalten',
    answer: [
      'Es gibt keinen Newsletter und keine Werbung. Wir schreiben, wenn du deine Adresse bestätigst oder ein neues Passwort willst, wenn sich etwas an der Sicherheit deines Kontos ändert, wenn wir einen Brief von dir beantworten, und zu dem, was du gewählt hast: Nachrichten, die du nach zehn Minuten nicht gelesen hast, Angebote und Deals, gespeicherte Suchen und gemerkte Anzeigen, und deine eigenen Anzeigen, wenn sie bald enden.',
      'Unter „Mitteilungen“ in der Übersicht wählst du, was per Mail oder als Push-Nachricht kommt, legst Ruhezeiten fest oder bekommst eine Mail am Tag. Der Link am Ende jeder Mail stoppt Mails dieser Art, ohne Anmeldung.',
    ],
  },
  colours: {
    question: 'Hell oder dunkel',
    alsoAsked: 'dunkelmodus dark mode design nacht farben aussehen',
    answer: [
      'Unter „Einstellungen“ wählst du hell, dunkel oder wie dein System es hat. Die Wahl bleibt in diesem Browser.',
    ],
  },
  languages: {
    question: 'Welche Sprachen gibt es?',
    alsoAsked: 'sprache ändern deutsch englisch portugiesisch spanisch französisch übersetzung währung euro dollar',
    answer: [
      'Die Seiten, diese Hilfe und unsere Mails sprechen die Sprachen, die du am Fuß jeder Seite findest: Wähle deine dort oder unter „Einstellungen“. Was Leute in ihre Anzeigen und Nachrichten schreiben, bleibt, wie sie es geschrieben haben.',
    ],
  },
  voice: {
    question: 'Wie benutze ich die Spracheingabe?',
    alsoAsked: 'mikrofon diktieren diktat sprechen sprache vorlesen zuhören stimme',
    answer: [
      'Ein Mikrofon steht in der Suche und dort, wo du eine Anzeige aufgibst: Sag, was du suchst, oder beschreib, was du verkaufst, und das Formular füllt aus, was es verstanden hat, damit du es prüfst.',
      'Der Assistent („Brauchst du Hilfe?“) kann zuhören und sprechen, wo dein Browser es kann: Das Mikrofon neben seinem Feld schreibt mit, was du sagst, und der Lautsprecher unter einer Antwort liest sie vor. Überall sonst geht das Diktat deiner Tastatur.',
    ],
  },
  'contact-us': {
    question: 'Uns erreichen oder mit einem Menschen sprechen',
    alsoAsked:
      'kontakt kundendienst kundenservice support mensch mitarbeiter anrufen telefonnummer hotline e-mail-adresse öffnungszeiten live chat',
    answer: [
      'Schreib uns über „Kontakt“, mit oder ohne Konto, mit bis zu drei Bildern. Du bekommst eine Nummer, eine Kopie per Mail und die Antwort per Mail; mit Konto steht beides auch unter „Kontakt“, wo du mehr schreiben kannst.',
      'Der Assistent kann euer Gespräch an einen Menschen weitergeben, wenn du es ihm sagst. Es gibt kein Telefon und keine festen Zeiten.',
    ],
  },
  complain: {
    question: 'Sich beschweren',
    alsoAsked: 'beschwerde reklamation einreichen unzufrieden verbraucher gegen firma organisation ärger',
    answer: [
      'Schreib uns über „Kontakt“: was geschehen ist, wann, und was du stattdessen möchtest. Wenn wir über eine Anzeige, eine Nachricht oder ein Konto von dir entschieden haben und du das für falsch hältst, widersprich unter „Meldungen“ in deiner Übersicht: Dann sieht es sich jemand an, der nicht entschieden hat.',
    ],
  },
  reviews: {
    question: 'Eine Bewertung oder Rückmeldung geben',
    alsoAsked: 'bewerten bewertung sterne meinung kommentar feedback erfahrung vorschlag lob kritik schreiben',
    answer: [
      'Nach einem Deal kannst du die andere Person 14 Tage lang bewerten: unter „Bewertungen“ in deiner Übersicht oder im Gespräch. Niemand liest es, bevor ihr beide geschrieben habt oder die 14 Tage um sind, und wen es betrifft, kann einmal antworten.',
      'Was du von {brand} hältst, Gutes wie Schlechtes, erreicht uns über „Kontakt“.',
      'Wo ein Stand Sterne zeigt, sind sie der Durchschnitt von mindestens fünf Bewertungen.',
    ],
  },
  'what-is-stored': {
    question: 'Was ist über mich gespeichert, und bekomme ich eine Kopie?',
    alsoAsked: 'dsgvo daten export herunterladen datenschutz cookies persönlich tracking analyse auskunft',
    answer: [
      'Die Datenschutzerklärung nennt alles und warum. Es gibt keine Werbung, und nichts zählt deine Besuche, wenn du nicht zustimmst. Für eine Kopie wähle „Meine Daten herunterladen“ unter „Einstellungen“ in deiner Übersicht: eine ZIP-Datei mit Profil, Anzeigen, Nachrichten, Angeboten, Deals, Bewertungen, Gemerktem und Fotos, höchstens dreimal am Tag.',
    ],
  },
  'delete-account': {
    question: 'Mein Konto und meine Daten löschen',
    alsoAsked:
      'konto schließen entfernen kündigen beenden löschung nutzer profil dsgvo austreten deaktivieren verlassen',
    answer: [
      'Wähle „Mein Konto löschen“ unter „Einstellungen“ in deiner Übersicht. Du zeigst noch einmal, dass du es bist; von da an sieht niemand mehr dein Profil und deine Anzeigen, offene Angebote und Deals enden, und du bist überall abgemeldet.',
      '30 Tage lang kannst du es zurücknehmen, indem du dich anmeldest. Danach wird alles über dich gelöscht. Was du anderen geschrieben hast, bleibt bei ihnen, unter dem Namen „Gelöschtes Konto“.',
    ],
  },
}
