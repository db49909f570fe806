import { Buffer } from 'node:buffer';
import type { SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText } from '../../tables/text.ts';
import { type Fields, isFields } from '../davinci/values.ts';
import { unreadable } from '../findings.ts';

/** The name under which an interface's answers are handed on, as a file like any other. */
export const SNAPSHOT_NAME = 'webuntis.json';

/** Results of the protocol, by method; null: the account may not call it. */
export interface SnapshotAnswers {
  getKlassen: readonly unknown[];
  getTeachers: readonly unknown[] | null;
  getSubjects: readonly unknown[] | null;
  getRooms: readonly unknown[] | null;
  getTimegridUnits: readonly unknown[] | null;
  getHolidays: readonly unknown[] | null;
  /** The periods of all classes in the range, each once. */
  getTimetable: readonly unknown[];
  getSubstitutions: readonly unknown[] | null;
}

/** What was read over the interface: the same plan is the same text, so that it has the same hash. */
export interface Snapshot {
  readonly webuntis: 1;
  /** The days that were asked for, both included. */
  readonly range: { readonly begins_at: string; readonly ends_at: string };
  readonly answers: SnapshotAnswers;
}

const HEAD = /^\s*\{\s*"webuntis"\s*:\s*1\b/;
const HEAD_BYTES = 256;

export const isSnapshot = ({ bytes }: SourceFile) => HEAD.test(decodeText(bytes.subarray(0, HEAD_BYTES)).text);

export const writeSnapshot = (snapshot: Snapshot): Uint8Array => Buffer.from(JSON.stringify(snapshot));

/** The file's answers by method, whatever they hold. */
export function readSnapshot(file: SourceFile): { range: Fields; answers: Fields } {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(file.bytes).text);
  } catch {
    throw unreadable(file.name, 'json_malformed');
  }
  if (!isFields(value) || !isFields(value.range) || !isFields(value.answers))
    throw unreadable(file.name, 'json_malformed');
  return { range: value.range, answers: value.answers };
}
