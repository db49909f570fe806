import type { ImportProfile } from '@kreide/core/features/user-import';

/** A mapping profile as the text fields of an upload. */
export const toFields = ({ columns, type, date_order, preset }: ImportProfile) => ({
  columns: JSON.stringify(columns),
  ...(type === null ? {} : { type }),
  ...(date_order === null ? {} : { date_order }),
  ...(preset ? { preset } : {}),
});
