/** A start that cannot succeed for a reason outside the program. Its message is one sentence that a person can act on. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
