// Imported by a server that a test starts: it ends with the process of the test, also if that is killed and so cannot
// end it. It looks for the parent that it had at its start.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
}, 1_000).unref()
