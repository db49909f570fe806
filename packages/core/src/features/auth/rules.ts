/** What a password can be made for: what programs read of timetables, or the files of clouds over WebDAV. */
export const APP_PASSWORD_PURPOSES = ['program', 'files'] as const;
export type AppPasswordPurpose = (typeof APP_PASSWORD_PURPOSES)[number];

/** Where programs find the files of a school, below the address of the server. */
export const toFilesPath = (slink: string): string => `/dav/files/${slink}/`;
