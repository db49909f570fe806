import type { tellArrival as tell } from './arrivals.ts';

/** Messages of others have come; what that sounds like is fetched when the first one does. */
export const tellArrival = (...about: Parameters<typeof tell>): void =>
  void import('./arrivals.ts').then((arrivals) => arrivals.tellArrival(...about));
