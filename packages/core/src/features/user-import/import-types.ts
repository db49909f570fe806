/** The kinds of people that a file can contain; administrators are made by hand. */
export const IMPORT_TYPES = ['STUDENT', 'PARENT', 'TEACHER', 'EMPLOYEE'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];
