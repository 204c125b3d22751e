/** What the service worker keeps, by name. */
export const SHELL = 'shell'
export const ASSETS = 'assets'
export const PAGES = 'pages'
export const PICTURES = 'pictures'
/** Answers of the data API, those to somebody among them: gone with the sign-out. */
export const ANSWERS = 'answers'
