import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

/** From the search to the thing in one's hands. */
export const BUYING: HelpWords['articles'] = {
  'how-search-works': {
    question: 'Wie suche ich nach Sachen?',
    alsoAsked: 'suchen finden stöbern artikel dinge suche',
    answer: [
      'Tipp ein, was du suchst; kleine Tippfehler werden verziehen. Dann grenz es nach Kategorie, Preis, Zustand, Entfernung und Übergabe ein.',
    ],
  },
  'near-me': {
    question: 'Sachen in meiner Nähe finden',
    alsoAsked: 'umkreis entfernung radius kilometer standort nah gegend stadt karte sortieren nächste',
    answer: [
      'Wähle auf der Startseite oder bei den Filtern deine Gegend oder den Ort deines Geräts, und wie weit du fahren würdest: 5 bis 200 km oder beliebig weit. „Nächste zuerst“ sortiert dann nach Entfernung. Der Ort bleibt in diesem Browser.',
    ],
  },
  'sort-and-filter': {
    question: 'Sortieren und filtern, was gefunden wird',
    alsoAsked: 'billigste niedrigster preis neueste reihenfolge filter eingrenzen zustand kategorie zu viele treffer',
    answer: [
      'Nach bester Übereinstimmung, neuesten, niedrigstem oder höchstem Preis oder Entfernung. Die Filter stehen neben den Treffern, auf dem Handy hinter dem Knopf „Filter“; wenn sie nichts übrig lassen, sagen wir, welchen du wegnehmen kannst.',
    ],
  },
  'keep-a-search': {
    question: 'Kann ich eine Suche behalten?',
    alsoAsked: 'suche speichern suchauftrag benachrichtigung alarm neue anzeigen beobachten lesezeichen teilen link',
    answer: [
      'Ja: Tipp über den Treffern auf „Suche speichern“. Wir sagen dir von neuen Anzeigen, gesenkten Preisen und Anzeigen, die wieder da sind, sofort oder einmal in der Stunde, am Tag oder in der Woche, und warum jede gefunden wurde. Wörter, die du nicht willst, kannst du ausschließen.',
      'Deine Suchen stehen in der Übersicht unter „Suchen“, bis zu 20. Wörter und Filter stehen auch in der Adresse der Seite: Schick sie weiter.',
    ],
  },
  'save-an-ad': {
    question: 'Eine Anzeige für später merken',
    alsoAsked: 'herz favorit merkliste wunschliste beobachten gespeichert gemerkt zuletzt angesehen',
    answer: [
      `Tipp auf das Herz. Gemerkte Anzeigen warten in deiner Übersicht, bis zu ${LIMITS.favorites.max}, und sagen dir, wenn der Preis gefallen ist. Herzen, die du vor der Anmeldung vergibst, kommen mit.`,
    ],
  },
  'how-to-buy': {
    question: 'Wie kaufe ich etwas?',
    alsoAsked: 'bestellen bestellung kauf kaufen erwerben warenkorb kasse einkaufen artikel',
    answer: ['Es gibt keinen Warenkorb und keine Kasse: Du einigst dich mit der anderen Person wie an einem Stand.'],
    points: [
      'Öffne die Anzeige und wähle „Nachricht“. Frag, was du wissen willst, und sag, wann du kommen könntest.',
      'Einigt euch auf den Preis, und wo ihr euch trefft oder wie verschickt wird.',
      'Sieh dir die Sache an, probier sie aus, bezahl und nimm sie mit.',
    ],
  },
  'message-a-seller': {
    question: 'Jemandem zu einer Anzeige schreiben',
    alsoAsked: 'nachricht kontaktieren verkäufer chat fragen antworten senden käufer posteingang gespräch anschreiben',
    answer: [
      `Wähle „Nachricht“ bei der Anzeige; dafür brauchst du ein Konto. Eine Nachricht darf ${LIMITS.message.max.toLocaleString('de')} Zeichen haben; Enter schickt sie ab, Umschalt+Enter beginnt eine neue Zeile. Ohne Verbindung wartet sie und geht von selbst los.`,
      'Auch Bilder lassen sich schicken, sobald du ein paar Worte geschrieben hast. Nur ihr beide seht sie.',
    ],
  },
  'no-answer': {
    question: 'Ich bekomme keine Antwort',
    alsoAsked: 'verkäufer antwortet nicht ignoriert warten langsam käufer verschwunden meldet sich nicht',
    answer: [
      'Gib ihm einen Tag. Der Stand sagt, wie schnell jemand gewöhnlich antwortet, und unter deiner Nachricht siehst du, ob sie gelesen wurde. Oft ist die Anzeige reserviert oder verkauft; sieh darunter nach Ähnlichem.',
    ],
  },
  offers: {
    question: 'Kann ich ein Angebot machen?',
    alsoAsked:
      'handeln feilschen verhandeln preis drücken rabatt gebot auktion annehmen ablehnen gegenangebot zurückziehen preisvorschlag',
    answer: [
      'Ja: Wähle „Angebot machen“ bei der Anzeige oder die Münzen neben dem Nachrichtenfeld. Es gilt 48 Stunden. Die andere Seite nimmt es an, lehnt es ab oder antwortet mit einem anderen Betrag; Auktionen gibt es nicht.',
    ],
    points: [
      'Du hast drei Angebote je Anzeige. Wer verkauft, legt fest, ab wie viel Angebote angenommen werden; ohne Änderung ist es der halbe Preis.',
      'In einem Gespräch ist immer ein Angebot offen. Dein nächstes tritt an seine Stelle.',
      'Ist eines angenommen, ist die Anzeige 72 Stunden reserviert, und alle anderen Angebote dafür sind vom Tisch.',
    ],
  },
  handover: {
    question: 'Wie läuft die Übergabe ab?',
    alsoAsked: 'treffen verabredung termin übergabecode deal vereinbart kalender erinnerung nicht gekommen absagen',
    answer: [
      'Wenn ein Angebot angenommen ist, zeigt das Gespräch den Deal. Einer von euch schlägt eine Zeit und einen öffentlichen Ort vor, der andere bestätigt, und beide werden einen Tag und zwei Stunden vorher erinnert.',
    ],
    points: [
      'Wer kauft, öffnet den Übergabecode und nennt seine vier Ziffern, sobald die Sache in seinen Händen ist. Wer verkauft, gibt ihn ein, und der Deal ist abgeschlossen.',
      'Ein Paket bekommt seinen Versanddienst und die Sendungsnummer. Der Deal ist abgeschlossen, wenn die Ankunft bestätigt wird, oder 14 Tage später.',
      'Vorher kann jeder von euch den Deal absagen. Wenn binnen 72 Stunden nichts verabredet ist, ist er von selbst geplatzt, und die Anzeige ist wieder im Angebot.',
      'Kommt die andere Person nicht, kannst du das 15 Minuten nach der Zeit sagen. Es zählt an ihrem Stand.',
    ],
  },
  'how-to-pay': {
    question: 'Wie kann ich bezahlen?',
    alsoAsked:
      'zahlung zahlungsarten zahlungsmethoden möglichkeiten bar bargeld karte kreditkarte paypal überweisung bitcoin raten',
    answer: [
      'So, wie ihr es vereinbart; bar bei der Übergabe ist am einfachsten. {brand} nimmt keine Zahlungen an, weder per Karte noch sonst, also gibt es hier keine Zahlungsarten zur Auswahl.',
    ],
  },
  'delivery-address': {
    question: 'Wo gebe ich meine Lieferadresse ein oder ändere sie?',
    alsoAsked: 'versandadresse anschrift neue hinzufügen andere zweite bearbeiten korrigieren falsch lieferort post',
    answer: [
      'Nirgends: {brand} führt keine Adressen. Wenn dir etwas geschickt werden soll, nenn die Adresse im Chat, sobald du dich entschieden hast. Wenn sie sich geändert hat, sag es dort, bevor das Paket losgeht.',
    ],
  },
  'where-is-my-parcel': {
    question: 'Wann kommt meine Sache an? Wo ist mein Paket?',
    alsoAsked:
      'sendung verfolgen bleibt sendungsverfolgung bestellstatus lieferzeit wie lange dauert lieferung wann erwartet verspätet verbleib',
    answer: [
      'Frag im Chat: Wer verschickt hat, hat die Sendungsnummer, und der Versanddienst sagt, wie lange es dauert. {brand} verschickt selbst nichts, also lässt sich hier keine Bestellung und kein Paket verfolgen.',
    ],
  },
  'change-of-mind': {
    question: 'Einen Kauf absagen oder ändern',
    alsoAsked:
      'stornieren stornierung bestellung abbrechen ändern entfernen artikel tauschen rückgängig aus versehen gekauft falsch',
    answer: [
      'Hier gibt es keine Bestellungen, die man stornieren oder ändern könnte: Was ihr vereinbart habt, steht im Chat. Schreib dort, sobald du es weißt, dass du es nicht mehr willst oder noch etwas dazu.',
      'Ob du dich daran halten musst, ist eine Sache zwischen euch beiden und dem Recht an deinem Ort.',
    ],
  },
  invoice: {
    question: 'Wo bekomme ich eine Rechnung?',
    alsoAsked: 'rechnungen quittung beleg kaufbeleg herunterladen steuer mehrwertsteuer monat',
    answer: [
      'Von der Person, die verkauft. {brand} verkauft nichts und nimmt keine Zahlungen an, schreibt also keine Rechnungen und bewahrt keine auf. Händler schulden dir in den meisten Ländern eine; bitte Privatleute um ein paar unterschriebene Zeilen auf Papier.',
    ],
  },
  'ad-gone': {
    question: 'Die Anzeige, die ich gesehen habe, ist weg',
    alsoAsked: 'inserat verschwunden nicht mehr verfügbar fehlt nicht gefunden abgelaufen verkauft 404',
    answer: [
      'Sie wurde verkauft, ist abgelaufen oder wurde zurückgezogen. Was du dir zuletzt angesehen hast, steht unter „Zuletzt angesehen“, und was du dazu geschrieben hast, bleibt unter „Nachrichten“.',
    ],
  },
}
