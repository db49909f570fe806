/** Longest text of a report, characters. */
export const REPORT_MAXIMUM = 500;

/** May somebody report an item and ask to block its author (C-6.36)? Where the school has switched that on, except their own. */
export const isModerated = (
  { user_id: author_id }: { readonly user_id: number | null },
  { user_id, isSwitchedOn }: { readonly user_id: number; readonly isSwitchedOn: boolean },
): boolean => isSwitchedOn && author_id !== user_id;
