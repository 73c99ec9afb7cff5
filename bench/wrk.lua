-- Sends the requests of a file in order, again from the first after the last, and prints the result as JSON.
local requests = {}
local index = 0

function init()
  local file = assert(io.open(os.getenv('BENCH_REQUESTS'), 'rb'))
  for request in file:read('*a'):gmatch('[^%z]+') do
    requests[#requests + 1] = request
  end
  file:close()
end

function request()
  index = index % #requests + 1
  return requests[index]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"microseconds":%d,"p50":%.3f,"p99":%.3f,"failures":%d}\n',
    summary.requests, summary.duration,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
