// The lines at the terminal while a command is busy, and advice where a step fails.

/** One line: what is done, and behind it how long it took. */
export class Step {
  #began = performance.now();

  constructor(what) {
    process.stdout.write(`${what} …`);
  }

  end() {
    console.log(` ${Math.max(1, Math.round((performance.now() - this.#began) / 1000))} s`);
  }
}

const TROUBLES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|network/i,
    'The network did not answer. Check it (behind a proxy: npm config set https-proxy ADDRESS) and run the command again: what has come is kept.',
  ],
  [/ENOSPC|no space left/i, 'The disk is full: free about 2 GB and run the command again.'],
  [/EACCES|EPERM|EROFS/, 'A file may not be written: run the command as the user who owns this folder.'],
  [/heap out of memory|ENOMEM|SIGKILL/, 'The memory is full: close other programs and run the command again.'],
  [/EINTEGRITY/, 'A package is not the one that was expected: run npm cache clean --force, then the command again.'],
];

/** Advice for the last words of a program that failed. */
export function explain(output) {
  const found = TROUBLES.find(([sign]) => sign.test(output));
  return found ? found[1] : 'What is wrong stands above.';
}
