import * as z from 'zod/mini';

/** The version of the archive's own shape: a tar, gzipped. */
export const BACKUP_FORMAT = 1;

export const HEAD_ENTRY = 'head.json';
export const SECRET_ENTRY = 'secret';
export const END_ENTRY = 'end.json';
export const TABLES_FOLDER = 'tables/';
export const FILES_FOLDER = 'files/';

/** The first entry: the source of the archive. */
export const backupHead = z.object({
  format: z.literal(BACKUP_FORMAT),
  created_at: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.string()),
});
export type BackupHead = z.infer<typeof backupHead>;

/** The last entry; an archive without it was cut off. */
export const backupEnd = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  files: z.int(),
});
export type BackupEnd = z.infer<typeof backupEnd>;
