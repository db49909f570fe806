/** How long a client waits for an answer about absences, ms. */
export const ABSENCE_TIMEOUT = 30_000;
/** Rows of a page where the query names no other number, and most of one page. */
export const ABSENCE_PAGE = 10;
export const ABSENCE_PAGE_MAXIMUM = 100;
/** How many absences the form asks for before it saves: more than one is as bad as one (T-9.17). */
export const ABSENCE_OVERLAP_LIMIT = 2;
/** Most absences about which parents are told in one call. */
export const ABSENCE_NOTIFY_MAXIMUM = 100;
/** Lengths of texts, characters: what the family writes, and what the school notes for itself. */
export const EXCUSE_NOTE_MAXIMUM = 1000;
export const ABSENCE_COMMENT_MAXIMUM = 2000;
export const TYPE_NAME_MAXIMUM = 60;
export const TYPE_DESCRIPTION_MAXIMUM = 300;
/** Most types of a school that are not archived. */
export const ABSENCE_TYPES_MAXIMUM = 60;
/** Minutes between a missing pupil and the message to the parents, if nobody comes late in the meantime. */
export const GRACE_MINUTES_DEFAULT = 5;
export const GRACE_MINUTES_MAXIMUM = 15;
/** Characters of a uuid by which people call an absence (T-9.26). */
export const SHORT_ID_LENGTH = 5;
