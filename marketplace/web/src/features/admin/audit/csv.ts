/**
 * Rows as CSV (RFC 4180), with a mark that spreadsheets read as UTF-8. A cell that a spreadsheet would run as a formula
 * gets an apostrophe before it: what stands in the log was typed by strangers.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Has the browser save rows as a file. */
export function saveCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  const address = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }))
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  URL.revokeObjectURL(address)
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
