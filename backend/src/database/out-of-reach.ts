/** Connection exceptions, and a server that is shutting down or starting up: PostgreSQL manual, appendix A; codes of the drivers and of Node. */
const OUT_OF_REACH = /^(08...|57P0[123]|ECONN.*|ENOENT|ETIMEDOUT|EPIPE|CONNECTION_.*|CONNECT_TIMEOUT)$/

/** Whether a statement failed without a connection: a retry may succeed soon. */
export function isOutOfReach(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && OUT_OF_REACH.test(error.code)
}
