/** The source of a list's ids when nobody names one. */
export const LIST_SOURCE = 'list';
/** Lists from the directory are their own source of ids. */
export const DIRECTORY_SOURCE = 'directory';

/** What somebody has called the program of a list; nothing where nobody has. */
export const namedSource = (source: string): string =>
  source === LIST_SOURCE || source === DIRECTORY_SOURCE ? '' : source;
