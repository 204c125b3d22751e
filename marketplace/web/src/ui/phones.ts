/** Media query for the widths at which dialogs are bottom sheets (Dialog.tsx). */
export const PHONES = '(max-width: 639px)'
