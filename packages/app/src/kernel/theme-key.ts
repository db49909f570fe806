/** Local storage key of the chosen brightness. */
export const THEME_KEY = 'theme';
