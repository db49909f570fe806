import manifest from '../package.json' with { type: 'json' };

/** The version of this command. */
export const VERSION: string = manifest.version;
