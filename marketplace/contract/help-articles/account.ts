import { LIMITS } from '../limits.ts'
import { paths } from '../paths.ts'
import type { Article } from './article.ts'

const profile = { label: 'Open my profile', path: `${paths.dashboard}?tab=profile` }
const settings = { label: 'Open settings', path: `${paths.dashboard}?tab=settings` }
const security = { label: 'Open security', path: `${paths.dashboard}?tab=security` }
const contact = { label: 'Contact', path: paths.contact }
const newPassword = { label: 'Get a new password', path: `${paths.auth}?mode=forgot` }

/** Signing in, the profile, and how to reach people. */
export const ACCOUNT: readonly Article[] = [
  {
    id: 'cannot-sign-in',
    topic: 'account',
    often: true,
    question: 'I cannot sign in',
    alsoAsked:
      'login log in password forgot forgotten lost reset recover recovery retrieve restore remember stolen pin code key account access locked',
    doIt: newPassword,
    answer: [
      'Choose "Forgot it?" on the sign-in page. If the address has an account, a link for a new password is on its way; look into the spam folder too. We give the same answer whether an account exists or not, so that nobody can find out who is here.',
    ],
  },
  {
    id: 'create-account',
    topic: 'account',
    question: 'How do I sign up?',
    alsoAsked: 'create an account register registration join open new user become member free business',
    doIt: { label: 'Create an account', path: `${paths.auth}?mode=sign-up` },
    answer: [
      'With your name, an email address and a password; it takes about a minute. Looking around needs no account, and you can fill in a whole ad before you make one.',
      'There is one kind of account, it is free, and with it you can buy and sell.',
    ],
  },
  {
    id: 'sign-up-trouble',
    topic: 'account',
    question: 'There is a problem with my registration',
    alsoAsked:
      'register sign up issue error trouble fails report notify inform cannot complete form confirmation mail link not arrived',
    doIt: contact,
    answer: ['The page says beside each field what is missing. These are the usual reasons.'],
    points: [
      'The mail with the link has not come: look into the spam folder, and have it sent again after a minute. The link works once.',
      'The password is too easy, or known from a data leak elsewhere. A few words in a row are good.',
      'The address has an account already. Then get a new password for it.',
      'None of these: write to us through Contact with what you did and what you saw.',
    ],
  },
  {
    id: 'change-password',
    topic: 'account',
    question: 'Set a different password',
    alsoAsked: 'change update choose new password stronger security',
    doIt: security,
    answer: [
      'Under Security in your dashboard you set a new one. If you have forgotten the old one, choose "Forgot it?" on the sign-in page and follow the link in the mail. Long beats odd: three or four words that only you would put together.',
    ],
  },
  {
    id: 'second-factor',
    topic: 'account',
    question: 'Passkeys and two-step sign-in',
    alsoAsked: 'passkey authenticator app second factor 2fa mfa totp fingerprint face recovery codes lost phone',
    doIt: security,
    answer: [
      'Under Security in your dashboard you add a passkey, which signs you in with the lock of your device, or an authenticator app, whose six digits are asked for after the password.',
      'With the app you get recovery codes. Each opens the account once when the phone is gone; keep them on paper.',
    ],
  },
  {
    id: 'access-tokens',
    topic: 'account',
    question: 'Let a program of my own in',
    alsoAsked: 'api access token personal key developer script integration automate rest programme connect',
    doIt: security,
    answer: [
      'Under Security in your dashboard you make an access token: with a name, with how long it holds, and with what the program may do, only read or also write. The token is shown once; keep it like a password.',
      'A token never changes your password or your sign-in and never deletes your account. Delete it under Security when the program is no longer used; a new password ends all of them.',
    ],
  },
  {
    id: 'change-email-or-phone',
    topic: 'account',
    question: 'Change my account: name, phone, email',
    alsoAsked:
      'manage edit update correct change profile personal information info data name phone email details account settings',
    doIt: profile,
    answer: [
      'Your names, phone, picture, area and the words about you are on your dashboard under Profile.',
      'The email address is under Security. A link goes to the old and to the new address, and the new one counts when both have agreed.',
    ],
  },
  {
    id: 'profile-picture',
    topic: 'account',
    question: 'My picture and the words about me',
    alsoAsked: 'change add avatar photo profile bio portrait about stall upload',
    doIt: profile,
    answer: [
      `Under Profile you can upload a picture and write up to ${LIMITS.profile.bio} characters about yourself. Both are on your stall, the page that others see when they tap your name.`,
    ],
  },
  {
    id: 'who-sees-what',
    topic: 'account',
    question: 'What others see of me',
    alsoAsked: 'who can see privacy phone number visible public profile personal hide',
    answer: [
      'Your display name, your picture, your city or area, when you joined, your ads, and what buyers wrote about you. Not your email address, your phone number or your full name.',
    ],
  },
  {
    id: 'another-account',
    topic: 'account',
    question: 'Switch to another account',
    alsoAsked: 'switch change user use a different account profile two second several multiple accounts shift',
    doIt: settings,
    answer: [
      'Sign out, and sign in with the other address. You are in one account at a time on a device, and accounts cannot be merged.',
    ],
  },
  {
    id: 'signed-in-elsewhere',
    topic: 'account',
    question: 'I am still signed in on another device',
    alsoAsked: 'sign out log out logout devices session hacked computer phone lost',
    doIt: settings,
    answer: [
      'Signing out ends your session on every device, not only on the one in your hand. So does signing in: the newest sign-in is the one that counts.',
    ],
  },
  {
    id: 'new-account-limits',
    topic: 'account',
    question: 'Why can I post or write no more today?',
    alsoAsked: 'limit daily too many new account allowed per day restriction wait',
    answer: [
      `A new account can publish ${LIMITS.newAccount.adsPerDay} ads and begin ${LIMITS.newAccount.conversationsPerDay} conversations a day, which keeps spam away. Answering is never limited by this.`,
      'The limits end once you have been here for a week and have sold something or had five conversations answered.',
    ],
  },
  {
    id: 'mails',
    topic: 'account',
    question: 'Which mails do I get? Is there a newsletter?',
    alsoAsked:
      'newsletter subscription subscribe unsubscribe sign up company corporate cancel receive notifications advertising news stop emails',
    answer: [
      'There is no newsletter and no advertising. We write when you confirm your address or want a new password, when something about the safety of your account changes, when we answer a letter of yours, and about what you chose: messages that you have not read after ten minutes, offers and deals, saved searches and ads, and your own ads when they are about to end.',
      'Under Notifications in the dashboard you choose what comes by mail or as a push message, set quiet hours, or get one mail a day. The link at the end of each mail stops mails like it, without signing in.',
    ],
  },
  {
    id: 'colours',
    topic: 'account',
    question: 'Light or dark',
    alsoAsked: 'dark mode theme night colours colors appearance bright',
    doIt: settings,
    answer: ['Under Settings you choose light, dark, or as your system has it. The choice stays in this browser.'],
  },
  {
    id: 'languages',
    topic: 'account',
    question: 'Which languages are there?',
    alsoAsked: 'language english portuguese spanish german french translate translation currency euro dollar',
    answer: [
      'The pages, this help and our mails speak the languages that you find at the foot of every page: choose yours there or under Settings. What people write in their ads and messages stays as they wrote it.',
    ],
  },
  {
    id: 'voice',
    topic: 'account',
    question: 'How do I use voice features?',
    alsoAsked: 'microphone mic dictate dictation speak speech read aloud listen',
    answer: [
      'A microphone stands in the search and where you post an ad: say what you look for, or describe what you sell, and the form fills in what it understood for you to check.',
      'The assistant ("Need Help?") can listen and speak where your browser can: the microphone beside its field takes down what you say, and the loudspeaker below an answer reads it aloud. Everywhere else the dictation of your keyboard works.',
    ],
  },
  {
    id: 'contact-us',
    topic: 'account',
    question: 'Contact us, or talk to a person',
    alsoAsked:
      'contact customer service support human agent operator assistant speak reach call phone number hotline email address opening hours what time available live chat',
    doIt: contact,
    answer: [
      'Write to us under Contact, with or without an account, with up to three pictures. You get a number, a copy by mail, and the answer by mail; with an account both also stand under Contact, where you can write more.',
      'The assistant can hand your conversation to a person, if you tell it to. There is no telephone line and there are no fixed hours.',
    ],
  },
  {
    id: 'complain',
    topic: 'account',
    question: 'Make a complaint',
    alsoAsked:
      'complain complaint claim reclamation lodge file submit against company business organization consumer dissatisfied unhappy',
    doIt: contact,
    answer: [
      'Write to us through Contact: what happened, when, and what you would like instead. If we decided something about an ad, a message or an account of yours and you think that it was wrong, appeal it under Reports in your dashboard: somebody who did not make it looks at it again.',
    ],
  },
  {
    id: 'reviews',
    topic: 'account',
    question: 'Leave a review or feedback',
    alsoAsked:
      'review rate rating stars opinion comment submit write feedback for your services company product experience suggestion',
    doIt: contact,
    answer: [
      'After a deal you can review the other person for 14 days: under Reviews on your dashboard, or in the conversation. Nobody reads it before both of you have written or the 14 days are over, and whom it is about can answer it once.',
      'What you think of {brand}, good or bad, reaches us through Contact.',
      'Where a stall shows stars, they are the average of at least five reviews.',
    ],
  },
  {
    id: 'what-is-stored',
    topic: 'account',
    question: 'What is stored about me, and can I have a copy?',
    alsoAsked: 'gdpr data export download privacy cookies personal tracking analytics',
    doIt: settings,
    answer: [
      'The privacy notice names everything, and why. There is no advertising, and nothing counts your visits unless you agree. For a copy choose Download my data under Settings in your dashboard: one ZIP file with your profile, ads, messages, offers, deals, reviews, saved things and photos, three times a day at most.',
    ],
  },
  {
    id: 'delete-account',
    topic: 'account',
    question: 'Delete my account and data',
    alsoAsked:
      'close remove cancel terminate deletion removal closing termination account user profile gdpr erase deactivate leave',
    doIt: settings,
    answer: [
      'Choose Delete my account under Settings in your dashboard. You show once more that it is you, and from then on nobody sees your profile and ads, open offers and deals end, and you are signed out everywhere.',
      'For 30 days you can take it back by signing in. After that everything about you is erased. What you wrote to others stays with them, in the name of “Deleted account”.',
    ],
  },
]
