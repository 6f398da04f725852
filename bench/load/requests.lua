-- For wrk: sends the requests of a file, and prints the result as JSON.
-- A line is: method, path, token, preference, body, separated by tabs; the last three may be empty.
local requests = {}
local at = 0
local isRandom = false

function init(args)
  for line in io.lines(args[1]) do
    local method, path, token, prefer, body = line:match("^(%u+)\t([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = {}
    if prefer ~= "" then headers["Prefer"] = prefer end
    if token ~= "" then headers["Authorization"] = "Bearer " .. token end
    if body ~= "" then headers["Content-Type"] = "application/json" end
    requests[#requests + 1] = wrk.format(method, path, headers, body ~= "" and body or nil)
  end
  isRandom = args[2] == "random"
  math.randomseed(os.time())
end

-- Writes are sent in order and repeatedly. Reads are chosen at random: in order, a machine that sends all of them within a
-- run would find the oldest of a cache that is too small for them, which are always the next ones, just removed.
function request()
  at = isRandom and math.random(#requests) or at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"p50":%d,"p99":%d,"refused":%d,"broken":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
