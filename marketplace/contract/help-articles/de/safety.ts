import type { HelpWords } from '../article.ts'

/** Meeting, paying, and what can go wrong. */
export const SAFETY: HelpWords['articles'] = {
  'where-to-meet': {
    question: 'Einen Ort für das Treffen wählen',
    alsoAsked: 'treffpunkt übergabe abholen abholung sicher öffentlich treffen persönlich wo',
    answer: [
      'Trefft euch, wo andere Leute sind, bei Tageslicht: in einem Café, in einer Bahnhofshalle, am Eingang einer Bücherei. Wenn etwas Großes zu Hause angesehen werden muss, hol jemanden dazu.',
    ],
    points: [
      'Sieh dir die Sache an und probier sie aus, bevor Geld den Besitzer wechselt.',
      'Sag jemandem, wohin du gehst.',
      'Nenn deine Adresse erst, wenn du dich dafür entschieden hast.',
    ],
  },
  'five-scams': {
    question: 'Fünf Betrugsmaschen und wie sie anfangen',
    alsoAsked: 'betrug betrüger fake phishing verdächtig whatsapp telegram kurier verifizierung abzocke trick masche',
    answer: [
      'Sie sehen verschieden aus und haben eines gemeinsam: Jemand will, dass du den Chat verlässt, dich beeilst oder zahlst, bevor du etwas gesehen hast.',
    ],
    points: [
      'Die Kurierseite. „Ich habe bezahlt, gib deine Karte ein, um das Geld zu bekommen.“ Um Geld zu bekommen, gibst du nie eine Karte ein.',
      'Die andere App. Der Wunsch, schon in der ersten Minute bei WhatsApp, Telegram oder per E-Mail weiterzureden, wo niemand sieht, was dann kommt.',
      'Die Überzahlung. Eine Zahlung über dem Preis und die Bitte, den Unterschied zurückzuschicken. Die erste Zahlung verschwindet dann.',
      'Der Code. Jemand will einen sechsstelligen Code von deinem Handy, „um zu prüfen, dass du echt bist“. Er öffnet dein Konto.',
      'Die Anzahlung. Die Sache kann man nicht ansehen, andere warten schon, eine kleine Überweisung würde sie reservieren. Die Sache gibt es nicht.',
    ],
  },
  report: {
    question: 'Eine Person oder eine Anzeige melden',
    alsoAsked: 'melden missbrauch verdächtig nutzer anzeigen gefälschte anzeige illegal gestohlen fälschung',
    answer: [
      'Wähle „Melden“ bei der Anzeige, am Stand der Person, an einer Bewertung oder im Menü eines Gesprächs oder einer Nachricht. Sag, was nicht stimmt; ein Mensch sieht es sich an und sagt dir unter „Meldungen“ in deiner Übersicht, was daraus wurde.',
      'Ohne Konto, oder für eine förmliche Meldung rechtswidriger Inhalte, schreib uns über „Kontakt“. Wenn jetzt Gefahr besteht, ruf zuerst die Polizei.',
    ],
  },
  'when-to-pay': {
    question: 'Wann soll ich bezahlen?',
    alsoAsked:
      'ist meine transaktion zahlung sicher sicherheit käuferschutz vertrauen vorkasse anzahlung überweisung vorher zahlen geld',
    answer: [
      'Wenn du die Sache in den Händen hältst und geprüft hast. {brand} nimmt keine Zahlungen an und bittet nie um eine Zahlung per Link, Gutschein oder TAN. Wer das in unserem Namen tut, gehört nicht zu uns.',
    ],
  },
  'payment-problem': {
    question: 'Es gibt ein Problem mit einer Zahlung',
    alsoAsked: 'zahlung fehler fehlgeschlagen abgelehnt doppelt abgebucht nicht angekommen geld problem bezahlen',
    answer: [
      '{brand} nimmt keine Zahlungen an, also kann hier keine scheitern oder doppelt abgebucht werden. Was geschehen ist, sieht, wer das Geld bekommen hat, und die Bank oder der Dienst, der es übermittelt hat.',
    ],
    points: [
      'Frag die andere Person im Chat, ob das Geld angekommen ist.',
      'Frag deine Bank oder den Zahlungsdienst, mit Datum und Betrag.',
      'Wenn eine Seite, die wie {brand} aussah, deine Karte verlangt hat, behandle es als Betrug: Ruf deine Bank an, dann schreib uns.',
    ],
  },
  refunds: {
    question: 'Bekomme ich mein Geld zurück?',
    alsoAsked: 'rückerstattung erstattung geld zurück rückgabe umtausch entschädigung wie lange dauert rückzahlung',
    answer: [
      'Nicht von {brand}: Wir nehmen keine Zahlungen an, also halten wir kein Geld, das zurückgehen könnte, und es gibt keine Erstattung zu verfolgen. Ob die Sache zurückgenommen wird, machst du mit der anderen Person aus. Frag im Chat.',
      'Wo dir das Gesetz Rechte gibt, etwa gegenüber einem Händler oder wenn eine Anzeige nicht stimmte, bleiben sie, wie sie sind. Wenn du betrogen wurdest, bitte deine Bank, die Zahlung zurückzuholen.',
    ],
  },
  'check-a-person': {
    question: 'Woher weiß ich, mit wem ich es zu tun habe?',
    alsoAsked: 'vertrauen verkäufer käufer geprüft echt bewertung stand ruf zuverlässig prüfen seriös',
    answer: ['Tipp in einer Anzeige auf den Namen, dann siehst du den Stand der Person.'],
    points: [
      'Seit wann sie hier ist, was sie verkauft hat und was sie jetzt anbietet.',
      'Was bestätigt wurde, etwa die E-Mail-Adresse oder die Telefonnummer.',
      'Wie schnell sie antwortet und wie viele der ersten Nachrichten sie binnen 24 Stunden beantwortet. Nur erste Nachrichten zählen, die der letzten 30 Tage oder, wenn es weniger als zehn sind, die letzten zehn binnen 90 Tagen. Unter fünf wird nichts gezeigt.',
      'Wie viele Deals sie hier gemacht hat, und zu wie vielen davon sie nicht gekommen ist.',
    ],
  },
  'mail-in-our-name': {
    question: 'Ist diese Nachricht wirklich von {brand}?',
    alsoAsked: 'phishing gefälschte mail sms link kurier fragt nach passwort karte pin prüfen verdächtige e-mail',
    answer: [
      'Wir fragen nie nach einem Passwort, einer Kartennummer oder einem Code, weder per Mail noch am Telefon noch im Chat. In unseren Mails fragt kein Link danach. Welche Mails es gibt, steht unter „Mitteilungen“ in deiner Übersicht.',
      'Im Zweifel öffne keinen Link. Füg ihn in den Prüfer auf dieser Seite ein, der nichts öffnet, oder frag uns über „Kontakt“.',
    ],
  },
  'unwanted-messages': {
    question: 'Jemand schreibt mir, und ich will das nicht',
    alsoAsked: 'blockieren stumm ignorieren spam belästigung beleidigung drohung stalking aufhören sperren',
    answer: [
      'Du musst nicht antworten. Blockiere die Person im Menü des Gesprächs: Dann kann keiner von euch dem anderen mehr schreiben. Wen du blockiert hast, steht unter „Einstellungen“ in deiner Übersicht, und dort kannst du es zurücknehmen.',
      'Im selben Menü kannst du melden, was gesagt wurde, und ein Mensch sieht es sich an. Geh mit Drohungen auch zur Polizei.',
    ],
  },
  'message-held': {
    question: 'Warum wurde meine Nachricht verdeckt oder nicht zugestellt?',
    alsoAsked:
      'nachricht gestoppt zurückgehalten verdeckt zensiert punkte nicht gesendet warnung link telefonnummer im chat widerspruch',
    answer: [
      'Jede Nachricht wird von Regeln gelesen, nicht von Menschen, bevor sie ankommt. Sie suchen, was Betrüger tun: Links, die niemand kennt, Telefonnummern und Adressen, bevor ihr euch kennt, Geld im Voraus, Codes. Es sind dieselben Regeln wie im Prüfer auf dieser Seite.',
    ],
    points: [
      'Mit Punkten verdeckt: Kontaktdaten. Ihr seht sie beide, sobald jeder von euch zweimal geschrieben hat.',
      'Mit Warnung: Sie wurde zugestellt, und die andere Person erfährt, worauf sie achten soll.',
      'Nicht zugestellt: Den Grund siehst du unter deiner Nachricht, und du kannst bitten, dass ein Mensch sie sich ansieht.',
    ],
  },
  'who-reads-messages': {
    question: 'Wer kann meine Nachrichten lesen?',
    alsoAsked: 'chat privat verschlüsselt verschlüsselung datenschutz geheim lesebestätigung mitlesen',
    answer: [
      'Du und die Person, mit der du schreibst. Sie sind nicht Ende zu Ende verschlüsselt: Wer den Server betreibt, könnte sie lesen, und tut es nur, wenn jemand ein Problem meldet oder das Gesetz es verlangt.',
      'Unter deiner neuesten Nachricht siehst du, ob sie angekommen ist und gelesen wurde. Die andere Seite sieht es auch.',
    ],
  },
  'my-location': {
    question: 'Zeigt eine Anzeige, wo ich wohne?',
    alsoAsked: 'standort karte zuhause straße gps position adresse gegend verborgen',
    answer: [
      'Nein. Eine Anzeige zeigt eine Gegend, nie eine Adresse, und ihr Punkt auf der Karte wird auf etwa 300 Meter gerundet, bevor er gespeichert wird. Auch der Ort, den eine Kamera in einem Foto versteckt, wird entfernt.',
    ],
  },
  'not-allowed': {
    question: 'Was ist hier nicht erlaubt?',
    alsoAsked:
      'verboten verbotene sachen regeln anbieten verkaufen illegal waffen drogen medikamente tiere alkohol tabak darf ich',
    answer: [
      'Alles, dessen Verkauf an deinem Ort verboten ist, Gestohlenes oder Gefälschtes, Waffen, Drogen, Medikamente, lebende Tiere ohne die nötigen Papiere, persönliche Daten und Anzeigen, die nur für etwas anderes werben. Die ganze Liste mit ihren Gründen steht am Ende der Seite über das Inserieren.',
    ],
  },
  'after-a-scam': {
    question: 'Was du nach einem Betrug tun kannst',
    alsoAsked: 'ich wurde betrogen reingefallen bestohlen geld verloren polizei bank anzeige rückbuchung',
    answer: ['Schnelle Schritte können das Geld retten.'],
    points: [
      'Ruf deine Bank an: Sie soll die Zahlung stoppen oder zurückholen und die Karte sperren, wenn du ihre Nummer irgendwo eingegeben hast.',
      'Ändere dein Passwort hier und überall, wo du dasselbe benutzt.',
      'Heb alles auf: den Chat, die Anzeige, das Konto, an das gezahlt wurde. Geh damit zur Polizei.',
      'Sag es uns, damit es anderen erspart bleibt.',
    ],
  },
}
