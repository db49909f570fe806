/** The only source of the current time, passed around so that tests can set it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved, for tests. */
export interface FixedClock extends Clock {
  /** Moves the clock forward by this many milliseconds (back with a negative number). */
  advance(milliseconds: number): void;
  set(instant: Date | string): void;
}

export function fixedClock(instant: Date | string): FixedClock {
  let current = new Date(instant).getTime();
  return {
    now: () => new Date(current),
    advance: (milliseconds) => {
      current += milliseconds;
    },
    set: (next) => {
      current = new Date(next).getTime();
    },
  };
}

/** A clock that starts at `start` and runs on from there: for a whole server process with KREIDE_CLOCK set. */
export function shiftedClock(start: Date, base: Clock = systemClock): Clock {
  const shift = start.getTime() - base.now().getTime();
  return { now: () => new Date(base.now().getTime() + shift) };
}

/** The clock that the configuration asks for; always the system clock in production. */
export function clockOf(config: { clockStart: Date | null; production: boolean }): Clock {
  return config.clockStart === null || config.production ? systemClock : shiftedClock(config.clockStart);
}
