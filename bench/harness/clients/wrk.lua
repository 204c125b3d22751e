-- The script that bench/harness/wrk.ts runs in wrk: repeats one request, given as method and body, and prints one line of JSON.

function init(args)
  wrk.method = args[1]
  if args[2] ~= nil and args[2] ~= "" then wrk.body = args[2] end
end

-- Times are in microseconds. Errors: failed or broken connections, and statuses of 400 and more.
function done(summary, latency)
  local errors = summary.errors
  local broken = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format(
    '\nresult {"requests":%d,"bytes":%d,"duration":%d,"broken":%d,"refused":%d,"p50":%d,"p95":%d,"p99":%d}\n',
    summary.requests, summary.bytes, summary.duration, broken, errors.status,
    latency:percentile(50), latency:percentile(95), latency:percentile(99)
  ))
end
