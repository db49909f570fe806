/** Limits of an upload, bytes. */
export interface UnpackLimits {
  /** One uploaded file as it arrived. */
  file_bytes: number;
  /** Everything unpacked from all archives of one upload. */
  unpacked_bytes: number;
  /** Entries of one archive. */
  entries: number;
}

/** The limits of an upload (docs/imports.md). */
export const UNPACK_LIMITS: UnpackLimits = {
  file_bytes: 64 * 1024 * 1024,
  unpacked_bytes: 512 * 1024 * 1024,
  entries: 200,
};
