/** A file as somebody sent it. Its bytes decide what it is; messages show its name. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Why nothing could be read. */
export interface Refusal<Reason extends string> {
  readonly ok: false;
  /** The name of the file; empty when the refusal is about all files. */
  readonly file: string;
  /** Every language has a sentence for it, with the parameters in it. */
  readonly reason: Reason;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Neutral records, among them the rows that were left out and the assumptions; or a refusal. */
export type Reading<Records, Refused extends Refusal<string>> =
  | { readonly ok: true; readonly records: Records }
  | Refused;

/**
 * A reader turns the files of one upload into neutral records. It knows no database, no network, no clock and no language.
 * A bad row never stops it: the records name the file, the row and the reason. It rejects only when it is faulty itself.
 * It limits neither time nor memory: whoever runs it on files of strangers uses a process that can be ended.
 */
export type Reader<Options, Records, Refused extends Refusal<string>> = (
  files: readonly ForeignFile[],
  options: Options,
) => Promise<Reading<Records, Refused>>;
