import { readFile } from 'node:fs/promises'

/** VmRSS of proc_pid_status(5); null where there is no /proc. */
export async function residentBytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]
  return kilobytes === undefined ? null : Number(kilobytes) * 1024
}
