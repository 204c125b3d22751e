import { LIMITS } from '../limits.ts'
import { paths } from '../paths.ts'
import type { Article } from './article.ts'

const browse = { label: 'Browse', path: paths.browse }
const messages = { label: 'Open my messages', path: paths.messages }
const kind = { topic: 'posting', chapter: 'Finding and buying' } as const

/** From the search to the thing in one's hands. */
export const BUYING: readonly Article[] = [
  {
    ...kind,
    id: 'how-search-works',
    often: true,
    question: 'How do I search for items?',
    alsoAsked: 'find look for browse items search things searching finding',
    doIt: browse,
    answer: [
      'Type what you are looking for; small typing mistakes are forgiven. Then narrow it down by category, price, condition, distance and handover.',
    ],
  },
  {
    ...kind,
    id: 'near-me',
    question: 'Find things near me',
    alsoAsked: 'nearby distance radius kilometres location close area city map local sort nearest',
    doIt: browse,
    answer: [
      'On the home page or among the filters, choose your area or the place of your device, and how far you would go: 5 to 200 km, or any distance. "Nearest first" then sorts by distance. The place stays in this browser.',
    ],
  },
  {
    ...kind,
    id: 'sort-and-filter',
    question: 'Sort and filter what is found',
    alsoAsked: 'cheapest lowest price newest order filters narrow condition category too many results',
    doIt: browse,
    answer: [
      'By best match, newest, lowest or highest price, or nearest. The filters stand beside the results, on a phone behind the button Filters; when they leave nothing over, we say which one to take off.',
    ],
  },
  {
    ...kind,
    id: 'keep-a-search',
    question: 'Can I keep a search?',
    alsoAsked: 'saved search alert notify notification new ads watch bookmark share link',
    doIt: browse,
    answer: [
      'Yes: tap “Save search” above the results. We tell you of new ads, price drops and ads that are back, at once, or once an hour, a day or a week, and say why each was found. Words that you do not want can be left out.',
      'Your searches stand in the dashboard under Searches, up to 20. The words and filters are in the address of the page as well: send it to a friend.',
    ],
  },
  {
    ...kind,
    id: 'save-an-ad',
    question: 'Save an ad for later',
    alsoAsked: 'heart favourite favorite wishlist watch list saved remember recently viewed',
    doIt: { label: 'Open saved ads', path: paths.saved },
    answer: [
      `Tap the heart. Saved ads wait on your dashboard, up to ${LIMITS.favorites.max}, and tell you when the price has fallen. Hearts that you give before you sign in come along.`,
    ],
  },
  {
    ...kind,
    id: 'how-to-buy',
    question: 'How do I buy something?',
    alsoAsked: 'make place an order purchase buying ordering acquire get item items checkout cart basket shop',
    doIt: browse,
    answer: ['There is no cart and no checkout: you agree with the seller, as at a stall.'],
    points: [
      'Open the ad and choose Message. Ask what you want to know, and say when you could come.',
      'Agree on the price, and on where you meet or how it is sent.',
      'Look at the thing, try it, pay, and take it with you.',
    ],
  },
  {
    ...kind,
    id: 'message-a-seller',
    question: 'Write to a seller',
    alsoAsked: 'message contact the seller chat ask question reply send buyer inbox conversation',
    doIt: messages,
    answer: [
      `Choose Message on the ad; you need an account for it. A message may have ${LIMITS.message.max.toLocaleString('en')} characters; Enter sends it and Shift+Enter begins a new line. Without a connection it waits and leaves by itself.`,
      'Pictures can be sent as well, once you have written a few words. Only the two of you see them.',
    ],
  },
  {
    ...kind,
    id: 'no-answer',
    question: 'The seller does not answer',
    alsoAsked: 'no reply ignored waiting response slow seller buyer disappeared',
    doIt: messages,
    answer: [
      'Give it a day. The stall says how fast somebody usually replies, and below your message you see whether it was read. A reserved or sold ad is a usual reason; look for similar things below it.',
    ],
  },
  {
    ...kind,
    id: 'offers',
    question: 'Can I make an offer?',
    alsoAsked: 'bargain haggle negotiate lower price discount bid auction accept decline counter offer withdraw',
    answer: [
      'Yes: choose Make an offer on the ad, or the coins beside the message field. It holds for 48 hours. The other side accepts it, declines it or answers with another amount; there are no auctions.',
    ],
    points: [
      'You have three offers on an ad. The seller says from how much on they take offers; that is half of the price unless they change it.',
      'One offer is open at a time in a conversation. Your next one takes its place.',
      'Once one is accepted, the ad is reserved for 72 hours, and all other offers on it are off.',
    ],
  },
  {
    ...kind,
    id: 'handover',
    question: 'How does the handover work?',
    alsoAsked:
      'meet meeting meetup appointment handover code deal agreed calendar reminder did not come no show call off',
    doIt: { label: 'Open my deals', path: paths.offers },
    answer: [
      'When an offer is accepted, the conversation shows the deal. One of you proposes a time and a public place, the other confirms, and both are reminded a day and two hours before.',
    ],
    points: [
      'The buyer opens the handover code and tells its four digits to the seller once the thing is in their hands. The seller enters it, and the deal is done.',
      'A parcel gets its carrier and tracking number. The deal is done when the buyer says that it has arrived, or 14 days later.',
      'Either of you can call the deal off before that. If nothing is agreed within 72 hours, it is off by itself, and the ad is on offer again.',
      'If the other person does not come, you can say so 15 minutes after the time. It counts on their stall.',
    ],
  },
  {
    ...kind,
    id: 'how-to-pay',
    question: 'How can I pay?',
    alsoAsked:
      'payment methods options modalities ways accepted allowed available accept paying cash card credit debit paypal bank transfer visa bitcoin instalments',
    answer: [
      'In the way that you agree on with the seller; cash at the handover is the simplest. {brand} takes no payments, by card or otherwise, so there are no payment methods to choose from here.',
    ],
    doIt: { label: 'When should I pay?', path: `${paths.helpSafety}#when-to-pay` },
  },
  {
    ...kind,
    id: 'delivery-address',
    question: 'Where do I enter or change my delivery address?',
    alsoAsked:
      'shipping address set up new add another different second edit modify update correct wrong secondary delivery location postal home',
    doIt: messages,
    answer: [
      'Nowhere: {brand} keeps no addresses. When something is to be sent to you, give the address to the seller in the chat once you have decided. If it has changed, tell the seller there before the parcel leaves.',
    ],
  },
  {
    ...kind,
    id: 'where-is-my-parcel',
    question: 'When does my item arrive? Where is my parcel?',
    alsoAsked:
      'track tracking order status of my order eta delivery period shipment package time how long does delivery take how soon expect estimated date going to arrive late whereabouts',
    doIt: messages,
    answer: [
      'Ask the seller in the chat: who sent it has the tracking number, and the carrier tells how long it takes. {brand} sends nothing itself, so no order and no parcel can be followed here.',
    ],
  },
  {
    ...kind,
    id: 'change-of-mind',
    question: 'Cancel or change a purchase',
    alsoAsked:
      'cancel cancelling canceling cancellation of my order orders change modify edit remove delete add swap item items product from an order I made undo bought by mistake wrong',
    doIt: messages,
    answer: [
      'There are no orders here that could be cancelled or changed: what you agreed stands in the chat. Write to the seller there, as soon as you know, that you no longer want it or want something else as well.',
      'Whether you must keep to it is between the two of you and the law where you live.',
    ],
  },
  {
    ...kind,
    id: 'invoice',
    question: 'Where do I get an invoice?',
    alsoAsked: 'invoices bill bills receipt proof of purchase download tax vat month',
    doIt: messages,
    answer: [
      'From the seller. {brand} sells nothing and takes no payments, so it writes no invoices and keeps none. Shops owe you one in most countries; with private people, ask for a few signed lines on paper.',
    ],
  },
  {
    ...kind,
    id: 'ad-gone',
    question: 'The ad that I saw is gone',
    alsoAsked: 'listing disappeared no longer available missing not found expired sold 404',
    doIt: browse,
    answer: [
      'It was sold, ended, or taken down by its seller. What you looked at lately is listed under Recently viewed, and what you wrote about it stays under Messages.',
    ],
  },
]
