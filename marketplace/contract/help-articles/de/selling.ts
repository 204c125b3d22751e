import { LIMITS } from '../../limits.ts'
import type { HelpWords } from '../article.ts'

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024

/** From the first photo to the handover. */
export const SELLING: HelpWords['articles'] = {
  'create-a-listing': {
    question: 'Wie gebe ich eine Anzeige auf?',
    alsoAsked: 'inserieren veröffentlichen verkaufen anbieten inserat einstellen anlegen hochladen wie verkaufe ich',
    answer: ['Wähle „Anzeige aufgeben“ und geh die Seite von oben nach unten durch.'],
    points: [
      `Füg mindestens ein Foto hinzu, höchstens ${LIMITS.photos.max}. Das erste ist das Titelbild; zieh sie, um die Reihenfolge zu ändern.`,
      `Gib ihr einen Titel mit ${LIMITS.title.min} bis ${LIMITS.title.max} Zeichen, eine Kategorie und ein paar ehrliche Worte zum Zustand.`,
      'Sag, ob du verkaufst, verschenkst, suchst oder tauschst, und setz einen Preis, wo es einen gibt.',
      'Wähle die Gegend, und ob abgeholt oder verschickt wird.',
      'Veröffentliche sie. Bis dahin ist nichts öffentlich, und dein Entwurf bleibt samt Fotos erhalten. Du kannst alles ausfüllen, bevor du dich anmeldest.',
    ],
  },
  'photos-that-sell': {
    question: 'Fotos, die verkaufen',
    alsoAsked: 'bilder foto hochladen kamera gut licht titelbild',
    answer: [
      'Tageslicht, ein ruhiger Hintergrund, erst das Ganze und dann die Einzelheiten, auch die Macken.',
      'Mit dem Stift auf einem Foto kannst du es drehen, verschieben oder sagen, was darauf ist; dieser Text wird Leuten vorgelesen, die es nicht sehen können.',
    ],
  },
  'photo-refused': {
    question: 'Mein Foto wird nicht angenommen',
    alsoAsked: 'hochladen scheitert bild zu groß zu klein größe megabyte pixel heic format unscharf hängt',
    answer: [
      `Ein Foto darf ${megabytes} MB haben und muss auf der längeren Seite mindestens ${LIMITS.photos.minEdge} Pixel haben. Wir drehen es aufrecht und entfernen alles, was in der Datei versteckt ist, etwa den Ort der Aufnahme, bevor jemand es sieht.`,
      'Es ist JPEG, PNG, WebP oder AVIF. Ein HEIC-Foto nehmen nur Browser, die es lesen können: Wähle am Handy „Maximale Kompatibilität“ als Kameraformat, oder speichere es als JPEG.',
      'Ohne Verbindung wartet es in deinem Browser und reist von selbst weiter, auch wenn die Seite inzwischen geschlossen und wieder geöffnet wurde.',
    ],
  },
  'text-refused': {
    question: 'Mein Titel oder meine Beschreibung wird nicht angenommen',
    alsoAsked: 'text abgelehnt wörter link telefonnummer e-mail großbuchstaben erlaubt fehler veröffentlichen',
    answer: [
      `Ein Titel hat ${LIMITS.title.min} bis ${LIMITS.title.max} Zeichen, eine Beschreibung ${LIMITS.description.min} bis ${LIMITS.description.max.toLocaleString('de')}. Die Seite sagt, welcher Satz im Weg ist.`,
    ],
    points: [
      'Keine Telefonnummern, E-Mail-Adressen, Links oder Messenger: Hier schreiben dir Leute, die sehen können, wer du bist.',
      'Normale Buchstaben, nicht alles groß.',
      'Jedes Wort so oft, wie ein Satz es braucht, und keine Liste von Suchwörtern.',
    ],
  },
  'price-guide': {
    question: 'Was ist meine Sache wert?',
    alsoAsked: 'preis schätzen wert wie viel verlangen preisvorschlag empfehlung billig teuer verkaufen für',
    answer: [
      'Sobald du eine Kategorie gewählt hast, zeigt die Preishilfe, für wie viel ähnliche Sachen in den letzten 180 Tagen wirklich verkauft wurden. Bei weniger als acht solchen Verkäufen sagt sie das, statt zu raten.',
      '„Verhandelbar“ sagt denen, die kaufen wollen, dass du über den Preis redest.',
    ],
  },
  'free-wanted-swap': {
    question: 'Verschenken, suchen oder tauschen',
    alsoAsked: 'gratis geschenk kostenlos abgeben gesucht suchanzeige tausch eintauschen art der anzeige',
    answer: [
      'Eine Anzeige verkauft, verschenkt, sucht oder tauscht; das wählst du ganz oben. Gesuche und Tauschanzeigen brauchen kein Foto, und ein Preis ist dort ein Budget oder eine Vorstellung.',
    ],
  },
  drafts: {
    question: 'Wo ist meine angefangene Anzeige?',
    alsoAsked: 'entwurf gespeichert verloren weiterschreiben fertig später zurückkommen',
    answer: [
      'Was du tippst, wird dabei als Entwurf gespeichert. Er wartet unter deinen Anzeigen, und „Anzeige aufgeben“ bietet an, damit weiterzumachen. Bevor du dich anmeldest, liegt er in diesem Browser, höchstens 30 Tage.',
    ],
  },
  'edit-ad': {
    question: 'Eine Anzeige oder ihren Preis ändern',
    alsoAsked: 'bearbeiten aktualisieren korrigieren inserat preis senken fotos beschreibung titel tippfehler',
    answer: [
      'Wähle „Bearbeiten“ im Menü der Anzeige in deiner Übersicht oder auf der Anzeige selbst. Die Änderung ist öffentlich, sobald du sie speicherst.',
      'Wenn du den Preis senkst, steht der alte durchgestrichen daneben, und wer die Anzeige gemerkt hat, sieht, um wie viel sie jetzt günstiger ist.',
    ],
  },
  'how-long-online': {
    question: 'Wie lange bleibt eine Anzeige online?',
    alsoAsked: 'laufzeit ablaufen abgelaufen verlängern erneuern dauer tage endet wie lange inserat',
    answer: [
      'Das hängt von der Kategorie ab: meistens 60 Tage, bei manchen 45 oder 90. Das Datum steht bei jeder Anzeige in deiner Übersicht, und wir schicken dir eine Woche und einen Tag vorher eine Mail.',
      'In den letzten zehn Tagen kannst du sie verlängern. Wenn ihre Zeit um ist, verlässt die Anzeige die Suche, und 90 Tage lang kannst du sie wieder anbieten.',
    ],
  },
  'pause-or-reserve': {
    question: 'Eine Anzeige pausieren oder reservieren',
    alsoAsked: 'zurückhalten reserviert pausiert fortsetzen urlaub weg stoppen vorübergehend verbergen versprochen',
    answer: [
      'Reserviert: Die Anzeige wird noch gefunden, und alle sehen, dass jemand sie wohl nimmt. Pausiert: Niemand sieht sie, bis du sie fortsetzt. Beides steht im Menü der Anzeige in deiner Übersicht, und dort nimmst du es auch zurück.',
    ],
  },
  sold: {
    question: 'Meine Sache ist verkauft',
    alsoAsked: 'als verkauft markieren fertig weg verkauf geplatzt käufer nicht gekommen',
    answer: [
      'Markiere sie in deiner Übersicht als verkauft. Sie verlässt sofort die Suche, und wer dir geschrieben hat, kann den Chat weiter lesen.',
      'Wenn der Verkauf platzt, kannst du sie 14 Tage lang wieder anbieten.',
    ],
  },
  'delete-ad': {
    question: 'Eine Anzeige löschen',
    alsoAsked: 'entfernen herausnehmen zurückziehen inserat wegnehmen löschen',
    answer: [
      'Wähle „Löschen“ im Menü der Anzeige in deiner Übersicht. Sie ist sofort für alle weg. Um sie nur eine Weile wegzunehmen, pausiere sie.',
    ],
  },
  'post-similar': {
    question: 'Eine ähnliche Anzeige noch einmal aufgeben',
    alsoAsked: 'kopieren duplizieren wiederholen dieselbe anzeige vorlage zweite noch eine nach oben',
    answer: [
      '„Ähnliche Anzeige aufgeben“ im Menü einer deiner Anzeigen beginnt eine neue mit ihrem Text und Kopien ihrer Fotos. Nichts ist öffentlich, bis du sie veröffentlichst.',
    ],
  },
  'many-ads': {
    question: 'Viele Anzeigen auf einmal einstellen',
    alsoAsked: 'import csv tabelle excel mehrere anzeigen datei hochladen laden händler massenhaft',
    answer: [
      'Mit einer Tabelle als CSV-Datei: Jede Zeile wird ein Entwurf, zu dem du Fotos hinzufügst, bevor du ihn veröffentlichst. In deiner Übersicht kannst du mehrere Anzeigen markieren und zusammen verlängern, pausieren oder im Preis ändern.',
    ],
  },
  'hidden-ad': {
    question: 'Warum findet niemand meine Anzeige?',
    alsoAsked: 'verborgen unsichtbar wird nicht gezeigt verschwunden entfernt moderation geprüft fehlt suche',
    answer: ['Deine Übersicht sagt, was aus ihr geworden ist.'],
    points: [
      'Entwurf: Sie wurde noch nicht veröffentlicht. Pausiert oder abgelaufen: Hol sie über ihr Menü zurück.',
      'In Prüfung: Die Moderation sieht sie sich zuerst an. Zurückgegeben: Ändere, was sie sagt, und veröffentliche sie noch einmal.',
      'Verborgen oder nicht angenommen: Der Grund steht daneben, und die Entscheidung mit dem Weg zum Widerspruch unter „Meldungen“.',
      'Aktiv: Sie wird gefunden. Ein klarer Titel und die richtige Kategorie bringen sie nach vorn.',
    ],
  },
  'who-looked': {
    question: 'Wie viele Leute haben meine Anzeige gesehen?',
    alsoAsked: 'aufrufe statistik zahlen besucher gemerkt herzen interesse beliebt anzahl übersicht',
    answer: [
      'Deine Übersicht zählt Aufrufe, Merker und Chats aller deiner Anzeigen. Eine Person zählt einmal in der Stunde, und deine eigenen Blicke zählen nicht. Wer eine Anzeige gemerkt hat, wird nicht gezeigt.',
    ],
  },
  fees: {
    question: 'Was kostet {brand}? Gibt es Gebühren?',
    alsoAsked:
      'gebühr gebühren kosten provision strafe stornierung kündigung vertrag preis inserieren kostenlos abo gewerblich',
    answer: [
      'Nichts. Inserieren, verkaufen und schreiben ist kostenlos, und kein Platz in der Suche ist käuflich. Kein Vertrag bindet dich, also kostet auch Aufhören oder Gehen nichts.',
    ],
  },
  shipping: {
    question: 'Wie der Versand funktioniert',
    alsoAsked: 'lieferung versenden verschicken post paket kurier versandkosten lieferarten ausland nach hause abholen',
    answer: [
      'Jede Anzeige sagt, ob persönlich übergeben, verschickt oder beides geht, und was der Versand kostet. Wer verkauft, legt es in der Anzeige fest; wer kauft, wählt, indem er es im Chat schreibt.',
      '{brand} verkauft keine Versandmarken und hält kein Geld, also einigt euch auf eine Sendungsverfolgung, und darauf, wer zahlt, wenn ein Paket verloren geht.',
    ],
  },
}
