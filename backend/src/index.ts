/** Exports for applications: the backend, its configuration, and shared types. */
export type { App } from './app.ts'
export { runFromCommandLine } from './command-line.ts'
export { type Config, ConfigError, type ConfigOf, loadConfig } from './config/config.ts'
export { type Definition, defineConfig, type FolderDefinition } from './config/define-config.ts'
export type { OwnConfig, Values, Variable, Variables } from './config/own-config.ts'
export { type Backend, createBackend } from './create-backend.ts'
export type { Sql, TransactionSql } from './database/database.ts'
export { functionsIn } from './functions/find-functions.ts'
export type { WebApp } from './http/web-app.ts'
export type { Keyring } from './jwt/keyring.ts'
export type { LiveSettings, LiveValues } from './live-settings.ts'
export {
  type BoundValue,
  type CallerSql,
  type DatabaseAnswer,
  type RpcCall,
  RpcError,
  type RpcHandler,
  type RpcHandlers,
} from './rest/rpc.ts'
