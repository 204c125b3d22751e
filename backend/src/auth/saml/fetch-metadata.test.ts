import 'reflect-metadata'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchMetadata } from './fetch-metadata.ts'

let server: Server
let at: string
let ca: string
const anywhere = () => true

beforeAll(async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const extensions = [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])]
  const certificate = await X509CertificateGenerator.createSelfSigned({ keys, extensions, signingAlgorithm: algorithm })
  ca = certificate.toString('pem')
  const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  const key = `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----`
  server = createServer({ key, cert: ca }, (request, response) => {
    if (request.url === '/moved') return response.writeHead(302, { location: `${at}/metadata` }).end()
    if (request.url === '/endless') return response.end(Buffer.alloc(600 * 1024, 'x'))
    return response.end('<EntityDescriptor/>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  at = `https://localhost:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

test('fetches a whole document over https', async () => {
  expect(await fetchMetadata(`${at}/metadata`, { mayReach: anywhere, ca })).toBe('<EntityDescriptor/>')
})

test.each([
  ['/moved', /HTTP status 302/],
  ['/endless', /too large/],
])('rejects %s', async (path, message) => {
  await expect(fetchMetadata(`${at}${path}`, { mayReach: anywhere, ca })).rejects.toMatchObject({
    code: 'saml_metadata_fetch_failed',
    message: expect.stringMatching(message),
  })
})

test('rejects an unknown authority, a name of this host and an IP address', async () => {
  const failed = { code: 'saml_metadata_fetch_failed' }
  await expect(fetchMetadata(`${at}/metadata`, { mayReach: anywhere })).rejects.toMatchObject(failed)
  await expect(fetchMetadata(`${at}/metadata`, { ca })).rejects.toThrow(/not public/)
  await expect(fetchMetadata(at.replace('localhost', '127.0.0.1'), { ca })).rejects.toThrow(/not public/)
  await expect(fetchMetadata('http://idp.example.org/')).rejects.toMatchObject({ code: 'validation_failed' })
})
