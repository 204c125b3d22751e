import { LIMITS } from './limits.ts'
import { paths } from './paths.ts'

export type HelpTopic = 'safety' | 'account' | 'posting'

export interface Article {
  /** Also the anchor on the topic's page. */
  id: string
  topic: HelpTopic
  question: string
  /** Paragraphs. */
  answer: readonly string[]
  /** Points or steps after the paragraphs. */
  points?: readonly string[]
  /** Among the questions on the first page of the help. */
  often?: true
  /** Words that people use for it and the text does not. */
  alsoAsked?: string
  /** The page where one does it. */
  doIt?: { label: string; path: string }
}

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024

/**
 * Short answers on what this software does today; `{brand}` stands for the name of the installation. They are also rows of
 * `help_articles` (written by `database/seed/generate-help-migration.ts`), where the assistant looks them up.
 * A new ability of the product brings its article with it.
 */
export const ARTICLES: readonly Article[] = [
  {
    id: 'when-to-pay',
    topic: 'safety',
    often: true,
    question: 'When should I pay?',
    alsoAsked:
      'is my transaction safe payment secure buyer protection refund money back trust pay in advance deposit transfer card',
    answer: [
      'When the item is in your hands and you have checked it. {brand} takes no payments and never asks you to pay by link, voucher or bank code. Whoever does so in our name is not us.',
    ],
  },
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
      'An ad shows an area, never an address: its position on the map is rounded to about 300 metres. Give your address only when you have decided to.',
    ],
  },
  {
    id: 'five-scams',
    topic: 'safety',
    question: 'Five scams and how they start',
    alsoAsked: 'scam fraud fake phishing suspicious whatsapp telegram link courier code verification cheat trick',
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
    alsoAsked: 'report abuse complaint complain suspicious user flag block harassment fake ad',
    doIt: { label: 'Contact', path: paths.contact },
    answer: [
      'Write to us through Contact with the address of the ad or the name of the person, and what happened. If there is danger now, call the police first.',
    ],
  },
  {
    id: 'after-a-scam',
    topic: 'safety',
    question: 'What to do after a scam',
    alsoAsked: 'i was scammed cheated lost money stolen police bank chargeback refund',
    doIt: { label: 'Contact', path: paths.contact },
    answer: ['Fast steps can save the money.'],
    points: [
      'Call your bank and ask to stop or recall the payment, and to block the card if you typed its number anywhere.',
      'Change your password here and wherever you use the same one.',
      'Keep everything: the chat, the ad, the account that was paid. Report it to the police.',
      'Tell us, so that others are spared.',
    ],
  },
  {
    id: 'cannot-sign-in',
    topic: 'account',
    often: true,
    question: 'I cannot sign in',
    alsoAsked: 'login log in password forgot forgotten reset recover account access locked',
    doIt: { label: 'Get a new password', path: `${paths.auth}?mode=forgot` },
    answer: [
      'Choose "Forgot it?" on the sign-in page. If the address has an account, a link for a new password is on its way; look into the spam folder too. We give the same answer whether an account exists or not, so that nobody can find out who is here.',
    ],
  },
  {
    id: 'who-sees-what',
    topic: 'account',
    question: 'What others see of me',
    alsoAsked: 'privacy phone number visible public profile personal data hide',
    answer: [
      'Your display name, your picture, your city or area, when you joined, your ads, and what buyers wrote about you. Not your email address, your phone number or your full name.',
    ],
  },
  {
    id: 'change-email-or-phone',
    topic: 'account',
    question: 'Change my name, phone or email',
    alsoAsked: 'manage edit update change profile name phone email address details account settings',
    doIt: { label: 'Open my profile', path: `${paths.dashboard}?tab=profile` },
    answer: [
      'Your names, phone, picture, area and the words about you are on your dashboard under Profile.',
      'For the email address there is no form yet. Write to us through Contact, from the address that you signed up with.',
    ],
  },
  {
    id: 'signed-in-elsewhere',
    topic: 'account',
    question: 'I am still signed in on another device',
    alsoAsked: 'sign out log out logout devices session hacked',
    answer: [
      'Signing out ends your session on every device, not only on the one in your hand. So does signing in: the newest sign-in is the one that counts.',
    ],
  },
  {
    id: 'voice',
    topic: 'account',
    question: 'How do I use voice features?',
    alsoAsked: 'microphone mic dictate dictation speak speech read aloud listen',
    answer: [
      'The assistant ("Need Help?") can listen and speak where your browser can: the microphone beside its field takes down what you say, and the loudspeaker below an answer reads it aloud. Everywhere else the dictation of your keyboard works.',
    ],
  },
  {
    id: 'delete-account',
    topic: 'account',
    question: 'Delete my account and data',
    alsoAsked: 'close remove cancel account data gdpr erase deactivate',
    doIt: { label: 'Contact', path: paths.contact },
    answer: [
      'There is no button for it yet. Write to us through Contact, from the address that you signed up with, and we delete the account with its ads, photos and saved things.',
    ],
  },
  {
    id: 'create-a-listing',
    topic: 'posting',
    often: true,
    question: 'How do I create a listing?',
    alsoAsked: 'post publish sell add new ad item listing place upload create how to sell',
    doIt: { label: 'Post an ad', path: paths.post },
    answer: ['Choose Post an ad, and go down the page.'],
    points: [
      `Add at least one photo, at most ${LIMITS.photos.max}. The first one is the cover; drag to change the order.`,
      `Give it a title of ${LIMITS.title.min} to ${LIMITS.title.max} characters, a category and a few honest words on its condition.`,
      'Say whether you sell it, give it away, look for it or swap it, and set a price where there is one.',
      'Choose the area, and whether it is picked up or shipped.',
      'Publish. Until then nothing is public, and your draft is kept, photos included. You can fill everything in before you sign in.',
    ],
  },
  {
    id: 'photos-that-sell',
    topic: 'posting',
    question: 'Photos that sell',
    alsoAsked: 'pictures images photo upload camera size heic',
    answer: [
      'Daylight, a calm background, the whole thing first and then the details, the flaws included.',
      `A photo may have ${megabytes} MB and must be at least ${LIMITS.photos.minEdge} pixels on its shorter side. We turn it upright and remove everything hidden in the file, such as where it was taken, before anybody sees it.`,
    ],
  },
  {
    id: 'how-long-online',
    topic: 'posting',
    often: true,
    question: 'How long does an ad stay online?',
    alsoAsked: 'expire expiry renew extend duration days how long ad end',
    doIt: { label: 'Open my ads', path: `${paths.dashboard}?tab=listings` },
    answer: [
      'That depends on the category: 60 days for most things. The date stands with each ad on your dashboard. After it the ad leaves the search, and you can put it up again from there.',
    ],
  },
  {
    id: 'how-search-works',
    topic: 'posting',
    often: true,
    question: 'How do I search for items?',
    alsoAsked: 'find look for browse filter items search things near me',
    doIt: { label: 'Browse', path: paths.browse },
    answer: [
      'Type what you are looking for; small typing mistakes are forgiven. Then narrow it down by category, price, condition, distance and handover. The filters are in the address of the page, so a search can be kept as a bookmark or sent to a friend.',
    ],
  },
  {
    id: 'sold',
    topic: 'posting',
    question: 'My item is sold',
    alsoAsked: 'mark sold close ad remove ad finished',
    doIt: { label: 'Open my ads', path: `${paths.dashboard}?tab=listings` },
    answer: [
      'Mark it as sold on your dashboard. It leaves the search at once, and those who wrote to you can still read their chat.',
    ],
  },
  {
    id: 'shipping',
    topic: 'posting',
    question: 'How shipping works',
    alsoAsked: 'delivery send post parcel courier tracking shipping cost period how long does it take',
    answer: [
      `You say in the ad whether you ship and what it costs; the rest is between you and the buyer. {brand} sells no labels and holds no money, so agree on tracking, and on who pays if a parcel is lost.`,
    ],
  },
]
