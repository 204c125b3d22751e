import { paths } from '../paths.ts'
import type { Article } from './article.ts'

/** Meeting, paying, and what can go wrong. */
export const SAFETY: readonly Article[] = [
  {
    id: 'where-to-meet',
    topic: 'safety',
    question: 'Choosing a place to meet',
    alsoAsked: 'meeting place pick up collect handover safe public meet seller buyer in person',
    answer: [
      'Meet where other people are, in daylight: a café, a station hall, the entrance of a library. For something large that has to be seen at home, have somebody with you.',
    ],
    points: [
      'Look at the item and try it before any money changes hands.',
      'Tell somebody where you are going.',
      'Give your address only when you have decided to.',
    ],
  },
  {
    id: 'five-scams',
    topic: 'safety',
    question: 'Five scams and how they start',
    alsoAsked: 'scam fraud fake phishing suspicious whatsapp telegram courier verification cheat trick',
    answer: [
      'They look different and share one thing: somebody wants you to leave the chat, hurry, or pay before you have seen anything.',
    ],
    points: [
      'The courier page. "I have paid, enter your card to receive the money." You never enter a card to be paid.',
      'The other app. A wish to go on by WhatsApp, Telegram or email in the first minutes, where nobody sees what follows.',
      'The overpayment. A payment above the price, and a request to send the difference back. The first payment then vanishes.',
      'The code. Somebody asks for a six-digit code from your phone "to check that you are real". It opens your account.',
      'The deposit. The item cannot be seen, others are waiting, a small transfer would reserve it. The item does not exist.',
    ],
  },
  {
    id: 'report',
    topic: 'safety',
    question: 'Report a person or an ad',
    alsoAsked: 'report abuse suspicious user flag fake ad illegal stolen counterfeit',
    doIt: { label: 'My reports', path: paths.myReports },
    answer: [
      'Choose Report on the ad, on the stall of the person, at a review, or in the menu of a conversation or a message. Say what is wrong; a person looks at it and tells you what came of it, under Reports in your dashboard.',
      'Without an account, or for a formal notice of illegal content, write to us through Contact. If there is danger now, call the police first.',
    ],
  },
  {
    id: 'when-to-pay',
    topic: 'safety',
    often: true,
    question: 'When should I pay?',
    alsoAsked: 'is my transaction safe secure buyer protection trust pay in advance deposit transfer before seeing',
    answer: [
      'When the item is in your hands and you have checked it. {brand} takes no payments and never asks you to pay by link, voucher or bank code. Whoever does so in our name is not us.',
    ],
  },
  {
    id: 'payment-problem',
    topic: 'safety',
    question: 'There is a problem with a payment',
    alsoAsked:
      'payment issue error failed declined charged twice solve report notify inform transaction did not arrive not received',
    answer: [
      '{brand} takes no payments, so there is none here that could fail or be charged twice. Whoever was paid, and the bank or service that carried the money, can see what happened.',
    ],
    points: [
      'Ask the other person in the chat whether the money arrived.',
      'Ask your bank or payment service, with the date and the amount.',
      'If a page that looked like {brand} took your card, treat it as a scam: call your bank, then write to us.',
    ],
    doIt: { label: 'What to do after a scam', path: `${paths.helpSafety}#after-a-scam` },
  },
  {
    id: 'refunds',
    topic: 'safety',
    question: 'Can I get a refund?',
    alsoAsked:
      'refund policy money back reimbursement compensation restitution status of my refund track how long do refunds take return item rebate',
    answer: [
      'Not from {brand}: we take no payments, so we hold no money that could go back, and there is no refund to follow. Whether the seller takes the item back is between the two of you. Ask in the chat.',
      'Where the law gives you rights, for example against a shop or when an ad was untrue, they stay as they are. If you were cheated, ask your bank to recall the payment.',
    ],
    doIt: { label: 'What to do after a scam', path: `${paths.helpSafety}#after-a-scam` },
  },
  {
    id: 'check-a-person',
    topic: 'safety',
    question: 'How do I know whom I deal with?',
    alsoAsked: 'trust seller buyer verified genuine real rating stall reputation reliable check',
    answer: ['Tap the name on an ad to see the stall of the person.'],
    points: [
      'Since when they have been here, what they have sold and what they offer now.',
      'What was confirmed, such as the email address or the phone number.',
      'How fast they reply, and how many of the first messages they answer within 24 hours. Only first messages count, those of the last 30 days or, when there are fewer than ten, the last ten within 90 days. Under five nothing is shown.',
      'How many deals they made here, and how many of them they did not come to.',
    ],
  },
  {
    id: 'mail-in-our-name',
    topic: 'safety',
    question: 'Is this message really from {brand}?',
    alsoAsked: 'phishing fake email sms text link courier asks for password card pin verify suspicious mail',
    answer: [
      'We never ask for a password, a card number or a code, not by mail, not by phone and not in the chat. In our mails no link asks for any of these. Which mails there are stands under Notifications in your dashboard.',
      'When in doubt, open no link. Paste it into the checker on this page, which opens nothing, or ask us through Contact.',
    ],
    doIt: { label: 'Check a link', path: `${paths.helpSafety}#check` },
  },
  {
    id: 'unwanted-messages',
    topic: 'safety',
    question: 'Somebody writes to me and I do not want it',
    alsoAsked: 'block mute ignore spam harassment insult threat rude stalking stop bother',
    doIt: { label: 'Open my messages', path: paths.messages },
    answer: [
      'You need not answer. Block the person in the menu of the conversation: neither of you can write to the other any more. Whom you have blocked stands under Settings in your dashboard, and you can undo it there.',
      'Report what was said in the same menu, and a person looks at it. With threats, go to the police as well.',
    ],
  },
  {
    id: 'message-held',
    topic: 'safety',
    question: 'Why was my message hidden or not delivered?',
    alsoAsked:
      'message blocked held masked censored dots not sent refused warning scam guard appeal link phone number in chat',
    doIt: { label: 'Open my messages', path: paths.messages },
    answer: [
      'Every message is read by rules, not by people, before it arrives. They look for what cheats do: links that nobody knows, telephone numbers and addresses before you know each other, money in advance, codes. The rules are the ones of the checker on this page.',
    ],
    points: [
      'Covered with dots: contact details. Both of you see them once each has written twice.',
      'With a warning: it was delivered, and the other is told what to look out for.',
      'Not delivered: you see the reason below your message, and can ask a person to look at it.',
    ],
  },
  {
    id: 'who-reads-messages',
    topic: 'safety',
    question: 'Who can read my messages?',
    alsoAsked: 'chat private encrypted privacy conversation secret read receipts',
    doIt: { label: 'Privacy notice', path: `${paths.privacy}#messages` },
    answer: [
      'You and the person you write with. They are not encrypted end to end: the operator of the server could read them, and does so only when somebody reports a problem or the law demands it.',
      'Below your newest message you see whether it arrived and was read. So does the other side.',
    ],
  },
  {
    id: 'my-location',
    topic: 'safety',
    question: 'Does an ad show where I live?',
    alsoAsked: 'location map home street gps position area hidden',
    answer: [
      'No. An ad shows an area, never an address, and its position on the map is rounded to about 300 metres before it is stored. The place that a camera hides in a photo is removed as well.',
    ],
  },
  {
    id: 'not-allowed',
    topic: 'safety',
    question: 'What is not allowed here?',
    alsoAsked:
      'forbidden prohibited banned rules may offer sell illegal weapons drugs medicine animals alcohol tobacco',
    doIt: { label: 'The whole list', path: `${paths.helpPosting}#not-offered` },
    answer: [
      'Anything that is illegal to sell where you are, stolen or counterfeit things, weapons, drugs, medicines, live animals without the papers they need, personal data, and ads that only advertise something else. The whole list, with its reasons, stands at the end of the page about posting.',
    ],
  },
  {
    id: 'after-a-scam',
    topic: 'safety',
    question: 'What to do after a scam',
    alsoAsked: 'i was scammed cheated robbed lost money police bank chargeback',
    doIt: { label: 'Contact', path: paths.contact },
    answer: ['Fast steps can save the money.'],
    points: [
      'Call your bank and ask to stop or recall the payment, and to block the card if you typed its number anywhere.',
      'Change your password here and wherever you use the same one.',
      'Keep everything: the chat, the ad, the account that was paid. Report it to the police.',
      'Tell us, so that others are spared.',
    ],
  },
]
