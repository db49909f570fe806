/**
 * The two constant style elements that React Aria adds to the head: one while a dialog prevents scrolling, one for
 * everything that can be pressed. A strict policy allows them by these hashes and needs no `unsafe-inline` (D-4.10). A
 * test compares them with the installed library, so that an update cannot silently break the app.
 */
export const STYLE_HASHES = [
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
] as const;

/** The `style-src` of the app: its own files and the two styles above. */
export const STYLE_SRC = ["'self'", ...STYLE_HASHES.map((hash) => `'${hash}'`)];
