/** A file as somebody sent it. What it is, is concluded from its bytes; its name stands in messages. */
export interface ForeignFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Why nothing could be read. */
export interface Refusal<Reason extends string> {
  readonly ok: false;
  /** The name of the file; empty when it is about all of them. */
  readonly file: string;
  /** Has a sentence in every language, with the parameters in it. */
  readonly reason: Reason;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Neutral records, with the rows that were left out and what was assumed among them; or a refusal. */
export type Reading<Records, Refused extends Refusal<string>> =
  | { readonly ok: true; readonly records: Records }
  | Refused;

/**
 * A reader: the files of one upload in, neutral records out. It knows no database, no network, no clock and no language.
 * A bad row never stops it: it is named with file, row and reason. It rejects only when it is faulty itself, and bounds
 * neither time nor memory: whoever runs it on files of strangers does so in a process that can be ended.
 */
export type Reader<Options, Records, Refused extends Refusal<string>> = (
  files: readonly ForeignFile[],
  options: Options,
) => Promise<Reading<Records, Refused>>;
