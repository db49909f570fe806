/** Work of which only so many pieces run at once; the others wait in their order, whoever they are for. */
export interface Places {
  take(): Promise<void>;
  /** The place of one that is done goes to whoever waits longest. Once for each that was taken. */
  leave(): void;
}

export function createPlaces(count: number): Places {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    async take() {
      if (taken < count) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    },
  };
}
