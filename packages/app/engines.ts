/**
 * The oldest engines that the app runs in, said once: scripts, styles and service worker are built for them, and tests hold
 * docs/browsers.md, the page's own sentence and what is built to them.
 */
export const FLOOR = { safari: '16.4', firefox: '115', chrome: '109' } as const;

/** The same in the words of the builder. */
export const engines = ['es2023', ...Object.entries(FLOOR).map(([name, version]) => name + version)];
