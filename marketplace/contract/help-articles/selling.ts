import { LIMITS } from '../limits.ts'
import { paths } from '../paths.ts'
import type { Article } from './article.ts'

const megabytes = LIMITS.photos.maxBytes / 1024 / 1024
const post = { label: 'Post an ad', path: paths.post }
const myAds = { label: 'Open my ads', path: `${paths.dashboard}?tab=listings` }
const kind = { topic: 'posting', chapter: 'Posting and selling' } as const

/** From the first photo to the handover. */
export const SELLING: readonly Article[] = [
  {
    ...kind,
    id: 'create-a-listing',
    often: true,
    question: 'How do I create a listing?',
    alsoAsked: 'post publish sell offer ad listing advertise place upload create how to sell',
    doIt: post,
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
    ...kind,
    id: 'photos-that-sell',
    question: 'Photos that sell',
    alsoAsked: 'pictures images photo upload camera good light cover',
    answer: [
      'Daylight, a calm background, the whole thing first and then the details, the flaws included.',
      'The pencil on a photo lets you turn it, move it or say what it shows; that text is read out to people who cannot see it.',
    ],
  },
  {
    ...kind,
    id: 'photo-refused',
    question: 'My photo is not accepted',
    alsoAsked: 'upload fails picture image too large big small size megabytes pixels heic format blurry stuck',
    answer: [
      `A photo may have ${megabytes} MB and must be at least ${LIMITS.photos.minEdge} pixels on its longer side. We turn it upright and remove everything hidden in the file, such as where it was taken, before anybody sees it.`,
      'It is JPEG, PNG, WebP or AVIF. A HEIC photo is taken only by browsers that can read it: on the phone choose “Most compatible” as camera format, or save it as JPEG.',
      'Without a connection it waits in your browser and travels on by itself, even after the page was closed and opened again.',
    ],
  },
  {
    ...kind,
    id: 'text-refused',
    question: 'My title or description is not accepted',
    alsoAsked: 'text refused rejected words link telephone number email uppercase allowed error publish',
    answer: [
      `A title has ${LIMITS.title.min} to ${LIMITS.title.max} characters, a description ${LIMITS.description.min} to ${LIMITS.description.max.toLocaleString('en')}. The page says which sentence is in the way.`,
    ],
    points: [
      'No telephone numbers, email addresses, links or messengers: people write to you here, where they can see who you are.',
      'Normal letters, not all in upper case.',
      'Each word as often as a sentence needs it, and no list of search words.',
    ],
  },
  {
    ...kind,
    id: 'price-guide',
    question: 'What is my thing worth?',
    alsoAsked: 'price guide value how much to ask estimate suggest recommended cheap expensive sell for',
    doIt: post,
    answer: [
      'Once you have chosen a category, the price guide shows what similar things really sold for in the last 180 days. With fewer than eight such sales it says so instead of guessing.',
      '"Open to offers" tells buyers that you talk about the price.',
    ],
  },
  {
    ...kind,
    id: 'free-wanted-swap',
    question: 'Give away, look for, or swap',
    alsoAsked: 'free gift donate wanted search ad exchange trade barter giveaway kind type',
    doIt: post,
    answer: [
      'An ad is for sale, free, wanted or to swap; you choose at its top. Wanted and swap ads need no photo, and a price there is a budget or an idea.',
    ],
  },
  {
    ...kind,
    id: 'drafts',
    question: 'Where is my unfinished ad?',
    alsoAsked: 'draft saved lost continue finish later come back resume writing',
    doIt: myAds,
    answer: [
      'What you type is kept as a draft while you type. It waits under your ads, and Post an ad offers to go on with it. Before you sign in it is kept in this browser, for 30 days at most.',
    ],
  },
  {
    ...kind,
    id: 'edit-ad',
    question: 'Change an ad or its price',
    alsoAsked: 'edit update modify correct ad listing lower reduce price photos description title typo',
    doIt: myAds,
    answer: [
      'Choose Edit in the menu of the ad on your dashboard, or on the ad itself. The change is public when you save it.',
      'When you lower the price, the old one stands beside it struck through, and those who saved the ad see how much less it costs now.',
    ],
  },
  {
    ...kind,
    id: 'how-long-online',
    often: true,
    question: 'How long does an ad stay online?',
    alsoAsked: 'expire expiry expired renew extend extension duration days how long ad end up',
    doIt: myAds,
    answer: [
      'That depends on the category: 60 days for most things, 45 or 90 for some. The date stands with each ad on your dashboard, and we send you a mail a week and a day before.',
      'In the last ten days you can extend it. When its time is over, the ad leaves the search, and for 90 days you can put it on offer again.',
    ],
  },
  {
    ...kind,
    id: 'pause-or-reserve',
    question: 'Pause or reserve an ad',
    alsoAsked: 'hold reserved paused resume holiday vacation away stop temporarily hide promised',
    doIt: myAds,
    answer: [
      'Reserved: people still find the ad and see that somebody is about to take it. Paused: nobody sees it until you resume it. Both are in the menu of the ad on your dashboard, and you can take them back there.',
    ],
  },
  {
    ...kind,
    id: 'sold',
    question: 'My item is sold',
    alsoAsked: 'mark sold finished ad gone sale fell through buyer did not come',
    doIt: myAds,
    answer: [
      'Mark it as sold on your dashboard. It leaves the search at once, and those who wrote to you can still read their chat.',
      'If the sale falls through, you can put it on offer again for 14 days.',
    ],
  },
  {
    ...kind,
    id: 'delete-ad',
    question: 'Delete an ad',
    alsoAsked: 'remove take down withdraw erase ad listing post advertisement',
    doIt: myAds,
    answer: [
      'Choose Delete in the menu of the ad on your dashboard. It is gone for everybody at once. To take it away only for a while, pause it.',
    ],
  },
  {
    ...kind,
    id: 'post-similar',
    question: 'Post a similar ad again',
    alsoAsked: 'copy duplicate repost same ad template second another like it bump top',
    doIt: myAds,
    answer: [
      '"Post a similar ad" in the menu of one of your ads begins a new one with its text and copies of its photos. Nothing is public until you publish it.',
    ],
  },
  {
    ...kind,
    id: 'many-ads',
    question: 'Put up many ads at once',
    alsoAsked: 'import csv spreadsheet excel bulk list several upload file shop',
    doIt: { label: 'Import ads', path: paths.importAds },
    answer: [
      'With a table as a CSV file: each line becomes a draft, to which you add photos before you publish it. On your dashboard you can mark several ads and extend, pause or reprice them together.',
    ],
  },
  {
    ...kind,
    id: 'hidden-ad',
    question: 'Why can nobody find my ad?',
    alsoAsked: 'hidden invisible not showing disappeared removed moderators approved review missing vanished search',
    doIt: myAds,
    answer: ['Your dashboard says what became of it.'],
    points: [
      'Draft: it was not published yet. Paused or expired: put it back from its menu.',
      'In review: the moderators look at it first. Sent back: change what they say, and publish it again.',
      'Hidden or not accepted: the reason stands beside it, and the decision with the way to appeal it under Reports.',
      'Active: it is found. A clear title and the right category bring it up.',
    ],
  },
  {
    ...kind,
    id: 'who-looked',
    question: 'How many people saw my ad?',
    alsoAsked: 'views statistics numbers visitors saves hearts interest popular count dashboard',
    doIt: { label: 'Open my dashboard', path: paths.dashboard },
    answer: [
      'Your dashboard counts views, saves and chats of all your ads. One person counts once an hour, and your own looks do not count. Who saved an ad is not shown.',
    ],
  },
  {
    ...kind,
    id: 'fees',
    question: 'What does {brand} cost? Are there fees?',
    alsoAsked:
      'fee fees charge charges charged commission penalty penalties cancellation early termination withdrawal exit contract price of posting free subscription pay for ad business',
    answer: [
      'Nothing. Posting, selling and writing are free, and no place in the search can be bought. There is no contract that binds you, so there is no fee for cancelling or leaving either.',
    ],
  },
  {
    ...kind,
    id: 'shipping',
    question: 'How shipping works',
    alsoAsked:
      'delivery options shipment send post parcel package courier cost methods choose available offer deliver shipping to country abroad home collect',
    answer: [
      'Each ad says whether it is handed over in person, shipped, or either, and what shipping costs. As the seller you set that in the ad; as the buyer you choose by writing it in the chat.',
      '{brand} sells no labels and holds no money, so agree on tracking, and on who pays if a parcel is lost.',
    ],
  },
]
