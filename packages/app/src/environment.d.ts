/** Version of the app, from its package.json. */
declare const __APP_VERSION__: string;
/** Build time in ISO 8601 (P-7.02). */
declare const __RELEASED_AT__: string;
