/** Lines of a start for the person at the terminal: what is being done, and behind it how long it took. */
export interface Steps {
  /** Ends the step before. */
  begin(line: string): void;
  end(): void;
  /** The step under way has failed. */
  breakOff(): void;
}

/** @param now milliseconds of a clock that never stands still */
export function createSteps(write: (text: string) => void, now: () => number = () => performance.now()): Steps {
  let began: number | null = null;
  const end = () => {
    if (began !== null) write(` ${Math.max(1, Math.round((now() - began) / 1000))} s\n`);
    began = null;
  };
  return {
    begin(line) {
      end();
      began = now();
      write(line);
    },
    end,
    breakOff() {
      if (began !== null) write('\n');
      began = null;
    },
  };
}
