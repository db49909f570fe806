/** Messages of others have come; what that sounds like is fetched when the first one does. */
export const tellArrival = async (count: number, isSilent: boolean): Promise<void> =>
  (await import('./arrivals.ts')).tellArrival(count, isSilent);
