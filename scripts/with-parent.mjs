// Preloaded into the server by scripts/start.mjs: when the starter is gone, however it ended, the server ends too.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
