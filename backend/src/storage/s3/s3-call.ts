import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../http/caller.ts'
import type { StorageContext } from '../context.ts'
import type { S3Body } from './body/read-body.ts'
import { S3Error } from './errors.ts'
import type { RawCall } from './raw-call.ts'
import { buildXml, type XmlObject } from './xml.ts'

/** One authenticated request of the S3 protocol. */
export interface S3Call extends RawCall {
  readonly context: StorageContext
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly caller: Caller
  /** Whether the request may come from a browser that followed a link. */
  readonly isPresigned: boolean
  readonly body: S3Body
  /** A query parameter; undefined when absent. */
  parameter(name: string): string | undefined
  /** An `x-amz-…` option: a header or, in a presigned URL, a parameter. */
  option(name: string): string | undefined
}

export type S3Operation = (call: S3Call) => Promise<FastifyReply>

export function sendXml({ reply }: S3Call, root: string, content: XmlObject): FastifyReply {
  return reply.status(200).type('application/xml').send(buildXml(root, content))
}

/** An integer query parameter. @throws {S3Error} InvalidArgument */
export function numberParameter(call: S3Call, name: string, least: number, most: number): number | undefined {
  const text = call.parameter(name)
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) < least || Number(text) > most) {
    throw new S3Error('InvalidArgument', `${name} must be a whole number from ${least} to ${most}`)
  }
  return Number(text)
}
