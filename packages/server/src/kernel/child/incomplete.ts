import { ApiError } from '@kreide/core/kernel';

/** Seconds: an upgrade has swapped its files by then. */
const RETRY_AFTER = 30;

/** The refusal while files of the program are missing: the server is not ready, and nothing is wrong with what was sent. */
export const INCOMPLETE = new ApiError({ code: 'not_ready', retry_after: RETRY_AFTER });
