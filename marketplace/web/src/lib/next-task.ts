/** Yields, so that the browser can paint and respond between pieces of long work. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
