/** Pairs of one page of the list of likely doubles. */
export const DOUBLES_PAGE = 25;
