/** `npm run test:deep` tries everything. */
export const IS_DEEP = process.env.KREIDE_TEST_DEPTH === 'deep';

const WIDE = { width: 1280, height: 900, colorScheme: 'light' } as const;
const NARROW = { width: 390, height: 844, colorScheme: 'dark' } as const;

/**
 * The looks in which a flow is walked that is the same in each: the narrow one, and with more depth the wide one too. Every screen is
 * looked at in both by `testScreens`.
 */
export const LOOKS = IS_DEEP ? ([WIDE, NARROW] as const) : ([NARROW] as const);
