import { type Language, languageOf } from './languages.ts'

/**
 * Scam patterns and their warnings: in the thread, on the safety page and by the assistant. The rules of each are data
 * (marketplace/database/seed/scam). Source: the product's part on trust, d1.
 */
type InLanguages = Readonly<{ en: string } & Partial<Record<Language, string>>>

export interface ScamPattern {
  /** Names the pattern, in a few words. */
  readonly title: InLanguages
  /** Why it is dangerous and what to do, in a sentence or two. */
  readonly advice: InLanguages
}

export const SCAM_PATTERNS = {
  courier_scam: {
    title: {
      en: 'Asks for card details to get paid',
      pt: 'Pede dados do cartão para receber',
      es: 'Pide datos de la tarjeta para cobrar',
      de: 'Fragt nach Kartendaten, damit du Geld bekommst',
      fr: 'Demande votre carte pour vous payer',
    },
    advice: {
      en: 'You never enter card data to get paid, and no courier pays out money. Stay here and meet in person.',
      pt: 'Nunca se introduzem dados do cartão para receber, e nenhum estafeta paga em nome do comprador.',
      es: 'Nunca hay que dar los datos de la tarjeta para cobrar, y ningún mensajero paga por el comprador.',
      de: 'Um Geld zu bekommen, gibt man nie Kartendaten ein, und kein Kurier zahlt für Käufer aus.',
      fr: 'On ne saisit jamais sa carte pour être payé, et aucun coursier ne paie à la place de l’acheteur.',
    },
  },
  off_platform: {
    title: {
      en: 'Wants to move the chat elsewhere',
      pt: 'Quer continuar a conversa noutro lado',
      es: 'Quiere seguir la conversación en otro sitio',
      de: 'Möchte das Gespräch woanders weiterführen',
      fr: 'Veut poursuivre la conversation ailleurs',
    },
    advice: {
      en: 'Most scams start off the site. Here we can see what was said and help.',
      pt: 'A maioria das burlas começa fora do site. Aqui podemos ver o que foi dito e ajudar.',
      es: 'La mayoría de las estafas empiezan fuera del sitio. Aquí vemos lo que se ha dicho y podemos ayudarte.',
      de: 'Die meisten Betrugsfälle beginnen außerhalb der Seite. Hier sehen wir, was geschrieben wurde, und können helfen.',
      fr: 'La plupart des arnaques commencent hors du site. Ici, nous voyons ce qui a été dit et pouvons vous aider.',
    },
  },
  contact_detail: {
    title: {
      en: 'Contains contact details',
      pt: 'Contém contactos',
      es: 'Contiene datos de contacto',
      de: 'Enthält Kontaktdaten',
      fr: 'Contient des coordonnées',
    },
    advice: {
      en: 'You’ll both see them once you’ve each written twice. Until then the chat is all you need.',
      pt: 'São mostrados quando ambos tiverem escrito duas vezes. Até lá, a conversa chega.',
      es: 'Se muestran cuando los dos hayáis escrito dos veces. Hasta entonces basta el chat.',
      de: 'Sie werden gezeigt, sobald beide zweimal geschrieben haben. Bis dahin reicht der Chat.',
      fr: 'Elles s’affichent quand chacun a écrit deux fois. D’ici là, la messagerie suffit.',
    },
  },
  overpayment: {
    title: {
      en: 'Offers to pay too much',
      pt: 'Propõe pagar a mais',
      es: 'Ofrece pagar de más',
      de: 'Bietet an, zu viel zu bezahlen',
      fr: 'Propose de payer trop',
    },
    advice: {
      en: 'Someone who overpays and asks for the difference back is after your money: the payment is fake.',
      pt: 'Quem paga a mais e pede a diferença fica com o teu dinheiro: o pagamento é falso.',
      es: 'Quien paga de más y pide el resto se queda con tu dinero: su pago es falso.',
      de: 'Wer zu viel zahlt und den Rest zurückhaben will, ist auf dein Geld aus: Die Zahlung ist gefälscht.',
      fr: 'Qui paie trop et réclame le reste en veut à votre argent : son paiement est faux.',
    },
  },
  code_theft: {
    title: {
      en: 'Asks for a code sent to you',
      pt: 'Pede um código que recebeste',
      es: 'Pide un código que te han enviado',
      de: 'Fragt nach einem Code, der dir geschickt wurde',
      fr: 'Demande un code qui vous a été envoyé',
    },
    advice: {
      en: 'A code opens your account or your bank. Nobody needs it to buy something, so never share one.',
      pt: 'Um código abre a tua conta ou o teu banco. Ninguém precisa dele para comprar: nunca o partilhes.',
      es: 'Un código abre tu cuenta o tu banco. Nadie lo necesita para comprar: no lo compartas nunca.',
      de: 'Ein Code öffnet dein Konto oder deine Bank. Niemand braucht ihn zum Kaufen: Gib ihn nie weiter.',
      fr: 'Un code ouvre votre compte ou votre banque. Personne n’en a besoin pour acheter : ne le donnez jamais.',
    },
  },
  advance_fee: {
    title: {
      en: 'Asks for money in advance',
      pt: 'Pede dinheiro adiantado',
      es: 'Pide dinero por adelantado',
      de: 'Verlangt Geld im Voraus',
      fr: 'Demande de l’argent d’avance',
    },
    advice: {
      en: 'Pay once you’ve seen it and have it in your hands. You won’t get gift cards, crypto or deposits back.',
      pt: 'Paga só depois de o veres e de o teres na mão. Cartões-presente, cripto e sinais não se recuperam.',
      es: 'Paga cuando lo hayas visto y lo tengas en la mano. Las tarjetas regalo, las cripto y las señales no se recuperan.',
      de: 'Zahle erst, wenn du es gesehen hast und in Händen hältst. Gutscheine, Krypto und Anzahlungen sind sonst weg.',
      fr: 'Payez une fois que vous l’avez vu et en main. Cartes cadeaux, crypto et acomptes ne se récupèrent pas.',
    },
  },
  pay_elsewhere: {
    title: {
      en: 'Asks to pay outside this site',
      pt: 'Pede para pagar fora deste site',
      es: 'Pide pagar fuera de este sitio',
      de: 'Möchte außerhalb der Seite bezahlt werden',
      fr: 'Demande un paiement hors du site',
    },
    advice: {
      en: 'Only the “Buy now” button here protects your money. Transfers, links and cash sent ahead don’t come back.',
      pt: 'Só o botão “Comprar já” protege o teu dinheiro. Transferências, links e dinheiro adiantado não se recuperam.',
      es: 'Solo el botón «Comprar ya» protege tu dinero. Transferencias, enlaces y pagos por adelantado no se recuperan.',
      de: 'Nur „Jetzt kaufen“ hier schützt dein Geld. Überweisungen, Links und Bargeld vorab kommen nicht zurück.',
      fr: 'Seul le bouton « Acheter » protège votre argent. Virements, liens et paiements d’avance ne se récupèrent pas.',
    },
  },
  phishing_link: {
    title: {
      en: 'Leads to a page outside this site',
      pt: 'Leva a uma página fora deste site',
      es: 'Lleva a una página fuera de este sitio',
      de: 'Führt auf eine fremde Seite',
      fr: 'Mène à une page hors de ce site',
    },
    advice: {
      en: 'Never sign in, pay or confirm anything on a page someone sends you. We never message you as a buyer.',
      pt: 'Nunca inicies sessão, pagues ou confirmes numa página que te enviem. Nunca escrevemos como compradores.',
      es: 'No entres, pagues ni confirmes nada en una página que te envían. Nunca escribimos como compradores.',
      de: 'Melde dich nie auf einer zugeschickten Seite an und zahle dort nicht. Wir schreiben nie als Käufer.',
      fr: 'Ne vous connectez ni ne payez sur une page qu’on vous envoie. Nous n’écrivons jamais en tant qu’acheteurs.',
    },
  },
  harassment: {
    title: { en: 'May be hurtful', pt: 'Pode magoar', es: 'Puede herir', de: 'Kann verletzen', fr: 'Peut blesser' },
    advice: {
      en: 'You don’t have to answer.',
      pt: 'Não tens de responder.',
      es: 'No tienes que contestar.',
      de: 'Du musst nicht antworten.',
      fr: 'Rien ne vous oblige à répondre.',
    },
  },
  bulk: {
    title: {
      en: 'Looks like advertising',
      pt: 'Parece publicidade',
      es: 'Parece publicidad',
      de: 'Sieht nach Werbung aus',
      fr: 'Ressemble à de la publicité',
    },
    advice: {
      en: 'Prizes, loans and jobs offered by message are bait. Don’t call or reply.',
      pt: 'Prémios, empréstimos e empregos por mensagem são isco. Não ligues nem respondas.',
      es: 'Premios, préstamos y empleos por mensaje son un cebo. No llames ni contestes.',
      de: 'Gewinne, Kredite und Jobs per Nachricht sind Köder. Nicht anrufen, nicht antworten.',
      fr: 'Prix, prêts et emplois par message sont des appâts. N’appelez pas, ne répondez pas.',
    },
  },
} as const satisfies Record<string, ScamPattern>

export type ScamPatternId = keyof typeof SCAM_PATTERNS

/** The pattern of a message's warning, in the page's language; undefined if this version does not know it. */
export function scamPattern(id: string, language = 'en'): { title: string; advice: string } | undefined {
  if (!Object.hasOwn(SCAM_PATTERNS, id)) return undefined
  const { title, advice }: ScamPattern = SCAM_PATTERNS[id as ScamPatternId] // checked in the line above
  const known = languageOf(language) ?? 'en'
  return { title: title[known] ?? title.en, advice: advice[known] ?? advice.en }
}
