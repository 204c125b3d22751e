import { paths } from '../contract/paths.ts'

/** Pages that only need to be read. `{brand}` is the name of the installation. */
export const READING_PAGES: Readonly<Record<string, { title: string; description: string }>> = {
  [paths.help]: {
    title: 'Help',
    description: 'Answers on buying, selling, meeting safely and your account on {brand}, and how to reach us.',
  },
  [paths.helpSafety]: {
    title: 'Buying and selling safely',
    description:
      'How to meet, pay and post safely on {brand}, the tricks to know, and a checker for links and messages.',
  },
  [paths.helpAccount]: {
    title: 'Your account',
    description: 'Signing in, passwords, passkeys, two-step sign-in, your data and leaving: your account on {brand}.',
  },
  [paths.helpPosting]: {
    title: 'Posting and finding things',
    description: 'How to post an ad that sells, what may be sold, and how to find what you are looking for on {brand}.',
  },
  [paths.contact]: { title: 'Contact', description: 'Write to the people who run {brand}. An answer comes by e-mail.' },
  [paths.terms]: { title: 'Terms', description: 'What you and {brand} can expect of each other.' },
  [paths.privacy]: {
    title: 'Privacy notice',
    description: 'What {brand} stores about you, what for, for how long, and what you can do about it.',
  },
  [paths.cookies]: {
    title: 'Cookies and storage',
    description: 'What {brand} keeps in your browser, and why no banner asks you about it.',
  },
}

/** Pages of somebody: of no use to search engines. By path, what the tab says. */
export const PRIVATE_PAGES: Readonly<Record<string, string>> = {
  [paths.auth]: 'Sign in',
  [paths.post]: 'Post an ad',
  [paths.dashboard]: 'Dashboard',
  [paths.messages]: 'Messages',
  [paths.admin]: 'Administration',
  [paths.unsubscribePage]: 'Stop mails',
  [paths.oauthConsent]: 'Let an app in',
}
