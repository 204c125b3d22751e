/** Cache names of the service worker. */
export const SHELL = 'shell'
export const ASSETS = 'assets'
export const PAGES = 'pages'
export const PICTURES = 'pictures'
/** Answers of the data API, some of them private: deleted at sign-out. */
export const ANSWERS = 'answers'

/** Cached at once: the offline page takes the market's name and colour from it. */
export const MANIFEST = '/manifest.webmanifest'
