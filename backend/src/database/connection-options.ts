/** Where and as whom to connect; `path` is the unix socket itself where there is one. */
export interface ConnectionOptions {
  /** A host name, or the folder of the unix socket. */
  readonly host: string
  readonly port: number
  readonly path?: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly ssl?: boolean
}
