/** Fetches the code of a page that a list of another feature leads to: set by the feature that has the page. */
export const behind: { channels?: () => Promise<unknown> } = {};
