// Preloaded into the server by scripts/start.mjs: when the parent process is gone, for whatever reason, the server
// exits too.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
