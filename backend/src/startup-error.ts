/** A start that fails for an external reason. Its message is one actionable sentence. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
