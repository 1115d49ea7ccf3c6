/** Shuts this process down gracefully if the npm that started it is killed, so that it does not keep running unseen. */
export function stopWithNpm() {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}
