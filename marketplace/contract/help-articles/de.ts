import type { HelpWords } from './article.ts'
import { ACCOUNT } from './de/account.ts'
import { BUYING } from './de/buying.ts'
import { SAFETY } from './de/safety.ts'
import { SELLING } from './de/selling.ts'

export const GERMAN: HelpWords = {
  chapters: { 'Posting and selling': 'Inserieren und verkaufen', 'Finding and buying': 'Finden und kaufen' },
  labels: {
    'Open my profile': 'Mein Profil öffnen',
    'Open settings': 'Einstellungen öffnen',
    'Open security': 'Sicherheit öffnen',
    Contact: 'Kontakt',
    'Get a new password': 'Neues Passwort holen',
    'Create an account': 'Konto anlegen',
    'Post an ad': 'Anzeige aufgeben',
    'Open my ads': 'Meine Anzeigen öffnen',
    'Import ads': 'Anzeigen importieren',
    'Open my dashboard': 'Meine Übersicht öffnen',
    Browse: 'Stöbern',
    'Open my messages': 'Meine Nachrichten öffnen',
    'Open saved ads': 'Gemerkte Anzeigen öffnen',
    'Open my deals': 'Meine Deals öffnen',
    'When should I pay?': 'Wann soll ich bezahlen?',
    'My reports': 'Meine Meldungen',
    'What to do after a scam': 'Was du nach einem Betrug tun kannst',
    'Check a link': 'Einen Link prüfen',
    'Privacy notice': 'Datenschutzerklärung',
    'The whole list': 'Die ganze Liste',
  },
  articles: { ...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING },
}
