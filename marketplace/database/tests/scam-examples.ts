import type { Language } from '../../contract/languages.ts'
import type { ScamPatternId } from '../../contract/scam-patterns.ts'

type Examples = Readonly<Partial<Record<ScamPatternId, string>>>

/** Typical scam messages, written by us in each language. */
export const SCAM_EXAMPLES: Readonly<{ en: Examples } & Partial<Record<Language, Examples>>> = {
  en: {
    courier_scam:
      'I paid already. The courier brings you the money, only enter your card number on his page to receive the payment.',
    off_platform: 'Nice lamp! I am hardly ever here, please add me on WhatsApp and we go on there.',
    overpayment:
      'I send you a cheque for 400 euros more than the price. Give the rest to my mover and keep 50 for you.',
    code_theft: 'To see that you are real I had a code sent to your phone. Tell me the six digits please.',
    advance_fee: 'Many want it. Send a deposit of 80 euros now and I hold it for you, I am abroad this week.',
    phishing_link: 'Confirm your sale within the hour: https://souk-orders.example.shop/confirm',
  },
  de: {
    courier_scam:
      'Ich habe schon bezahlt. Der Kurier bringt dir das Geld, gib nur auf seiner Seite deine Kartennummer ein, um die Zahlung zu erhalten.',
    off_platform: 'Schöne Lampe! Ich bin kaum hier, schreib mir bitte auf WhatsApp, dann machen wir dort weiter.',
    overpayment:
      'Ich schicke dir einen Scheck über 400 Euro mehr als der Preis. Gib den Rest meinem Spediteur und behalte 50 für dich.',
    code_theft:
      'Um zu sehen, dass du echt bist, habe ich dir einen Code auf dein Handy geschickt. Sag mir bitte die sechs Ziffern.',
    advance_fee:
      'Viele wollen es. Überweise jetzt 80 Euro Anzahlung, dann reserviere ich es dir, ich bin diese Woche im Ausland.',
    phishing_link: 'Bestätige deinen Verkauf binnen einer Stunde: https://souk-orders.example.shop/confirm',
  },
  fr: {
    courier_scam:
      'J’ai déjà payé. Le coursier vous apporte l’argent, saisissez seulement votre numéro de carte sur sa page pour recevoir le paiement.',
    off_platform: 'Jolie lampe ! Je ne suis presque jamais ici, ajoutez-moi sur WhatsApp et on continue là-bas.',
    overpayment:
      'Je vous envoie un chèque de 400 euros de plus que le prix. Donnez le reste à mon déménageur et gardez 50 pour vous.',
    code_theft:
      'Pour voir que vous existez, j’ai fait envoyer un code sur votre téléphone. Donnez-moi les six chiffres s’il vous plaît.',
    advance_fee:
      'Beaucoup le veulent. Envoyez un acompte de 80 euros maintenant et je vous le garde, je suis à l’étranger cette semaine.',
    phishing_link: 'Confirmez votre vente dans l’heure : https://souk-orders.example.shop/confirm',
  },
  es: {
    courier_scam:
      'Ya he pagado. El mensajero te lleva el dinero, solo escribe el número de tu tarjeta en su página para recibir el pago.',
    off_platform: '¡Bonita lámpara! Casi nunca estoy aquí, escríbeme por WhatsApp y seguimos allí.',
    overpayment:
      'Te envío un cheque de 400 euros más que el precio. Dale el resto a mi transportista y quédate con 50 para ti.',
    code_theft: 'Para ver que eres real te he mandado un código a tu móvil. Dime las seis cifras, por favor.',
    advance_fee:
      'Lo quieren muchos. Envía ahora una señal de 80 euros y te lo guardo, esta semana estoy en el extranjero.',
    phishing_link: 'Confirma tu venta en una hora: https://souk-orders.example.shop/confirm',
  },
  pt: {
    courier_scam:
      'Já paguei. O estafeta leva-te o dinheiro, só tens de escrever o número do teu cartão na página dele para receberes o pagamento.',
    off_platform: 'Que candeeiro bonito! Quase nunca estou aqui, adiciona-me no WhatsApp e continuamos lá.',
    overpayment:
      'Envio-te um cheque de 400 euros a mais do que o preço. Dá o resto ao meu transportador e fica com 50 para ti.',
    code_theft: 'Para ver se és mesmo tu, mandei um código para o teu telemóvel. Diz-me os seis algarismos, por favor.',
    advance_fee:
      'Há muitos interessados. Envia já um sinal de 80 euros e eu reservo-to, esta semana estou no estrangeiro.',
    phishing_link: 'Confirma a tua venda dentro de uma hora: https://souk-orders.example.shop/confirm',
  },
}
