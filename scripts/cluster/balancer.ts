import { PROGRAMS } from './parts.ts'
import { freePorts, type Place } from './places.ts'
import type { Postgres } from './postgresql.ts'
import { DATABASE } from './postgresql.ts'
import { Program } from './process.ts'

const HAPROXY = `
global
  maxconn 4000
defaults
  timeout connect 3s
  timeout check 3s
  timeout client 120s
  timeout server 120s
  # A request is retried on another server until an answer has begun.
  option redispatch 1
  retries 3
  retry-on conn-failure
`

/** HAProxy before the database: one address for the current primary and one for a replica. */
export async function startDatabaseBalancer(place: Place, { nodes }: Postgres) {
  const [primaryPort = 0, replicaPort = 0] = await freePorts(2)
  const section = (role: 'primary' | 'replica', port: number) => `
listen ${role}
  mode tcp
  bind 127.0.0.1:${port}
  timeout client 24h
  timeout server 24h
  option httpchk OPTIONS /${role}
  http-check expect status 200
  option clitcpka
  option srvtcpka
  default-server inter 500ms fastinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port: to, restPort }) => `  server ${name} 127.0.0.1:${to} check port ${restPort}`).join('\n')}
`
  const text = HAPROXY + section('primary', primaryPort) + section('replica', replicaPort)
  const program = await haproxy(place, 'haproxy-database', text)
  return { program, primaryPort, replicaPort }
}

/** HAProxy before the servers. */
export async function startWebBalancer(place: Place, port: number, servers: readonly number[]): Promise<Program> {
  const list = (prefix: string) =>
    servers.map((to, n) => `  server ${prefix}${n + 1} 127.0.0.1:${to} check inter 1s fall 2 rise 1`).join('\n')
  return haproxy(
    place,
    'haproxy-web',
    `${HAPROXY}
frontend market
  mode http
  bind 127.0.0.1:${port}
  option forwardfor
  # Without a database no server is ready, but all can answer from memory or with a code that makes clients retry.
  use_backend living if { nbsrv(servers) eq 0 }
  # Session affinity: a resumable upload must continue on the same machine.
  use_backend uploads if { path_beg /storage/v1/upload/resumable }
  default_backend servers
backend servers
  mode http
  balance leastconn
  timeout tunnel 1h
  option httpchk GET /readyz
${list('s')}
backend uploads
  mode http
  balance source
  hash-type consistent
  option httpchk GET /readyz
${list('s')}
backend living
  mode http
  balance leastconn
  timeout tunnel 1h
  option httpchk GET /healthz
${list('s')}
`,
  )
}

async function haproxy(place: Place, name: string, text: string): Promise<Program> {
  const file = await place.write(`${name}.cfg`, text)
  return new Program({
    name,
    command: PROGRAMS.haproxy,
    args: ['-db', '-f', file],
    logFile: place.logFile(name),
  }).start()
}

/** PgBouncer in transaction mode before the primary. */
export async function startPooler(place: Place, databasePort: number): Promise<{ program: Program; port: number }> {
  const [port = 0] = await freePorts(1)
  const folder = await place.make('pgbouncer', true)
  const users = await place.write('pgbouncer/users.txt', `"pgbouncer" "${DATABASE.password}"\n`, true)
  const file = await place.write(
    'pgbouncer/pgbouncer.ini',
    `[databases]
${DATABASE.name} = host=127.0.0.1 port=${databasePort} dbname=${DATABASE.name} auth_user=pgbouncer
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
auth_query = select role_name, secret from pgbouncer.look_up($1)
pool_mode = transaction
default_pool_size = 25
max_client_conn = 2000
# Drivers send these startup parameters, which do not affect transactions.
ignore_startup_parameters = extra_float_digits, options
# A query waits for a new primary, up to a limit.
query_wait_timeout = 20
server_login_retry = 0.5
server_connect_timeout = 3
server_check_delay = 0
tcp_keepidle = 5
tcp_keepintvl = 2
tcp_keepcnt = 3
tcp_user_timeout = 8000
client_tls_sslmode = disable
pidfile = ${folder}/pid
`,
    true,
  )
  const options = { name: 'pgbouncer', command: PROGRAMS.pgbouncer, args: [file], asPostgres: true } as const
  return { program: new Program({ ...options, logFile: place.logFile('pgbouncer') }).start(), port }
}
