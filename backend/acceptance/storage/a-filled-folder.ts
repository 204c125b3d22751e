import { newUser } from '../server.ts'
import { aBucket } from './rooms.ts'

/** Names that reveal ordering, case and wildcard handling, and folders of two depths. */
const FILES = [
  'Apple.txt',
  'banana.txt',
  'cherry_1.txt',
  'cherryX1.txt',
  'fruit/green/lime.txt',
  'fruit/red.txt',
  'zebra/a.txt',
]

export type Person = Awaited<ReturnType<typeof newUser>>

/** A user with files in a folder of a new bucket, each with its name as content. */
export async function aFilledFolder(): Promise<{ person: Person; bucket: string }> {
  const person = await newUser()
  const bucket = await aBucket()
  for (const name of FILES) {
    const { error } = await person.client.storage.from(bucket).upload(`${person.id}/${name}`, Buffer.from(name))
    if (error) throw error
  }
  return { person, bucket }
}
