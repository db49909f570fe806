import {
  CODE_ENTITIES,
  type CodeEntity,
  type KnownRecord,
  type UnknownCode,
  type UploadCodes,
} from '@kreide/core/features/timetable-import';
import type { ResolvedMasters } from './masters.ts';
import { type ImportState, keyOf, type Master, type MasterRow } from './state.ts';

/** What is left of a short name or a name when only its letters and its numbers count: `10 B` and `10b`, `Müller` and `muller`. */
export const toPlain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/(?<!\p{N})0+(?=\p{N})/gu, '');

const isCodeEntity = (entity: Master): entity is CodeEntity => entity !== 'course';

/** A teacher's name is stored as first and last name. */
function nameOf(entity: CodeEntity, { name, extra }: Pick<MasterRow, 'name' | 'extra'>): string | null {
  if (entity !== 'teacher') return name;
  return [extra.firstname, extra.lastname].filter((part) => typeof part === 'string').join(' ') || null;
}

/** The codes of a file about which somebody may decide, with the records that they may stand for. */
export function toCodes(state: ImportState, { codes }: Pick<ResolvedMasters, 'codes'>): UploadCodes {
  const open = codes.flatMap(({ entity, ...code }) =>
    isCodeEntity(entity) && state.masters[entity].some(({ ended }) => !ended) ? [{ entity, ...code }] : [],
  );
  const records: KnownRecord[] = [];
  const alike = new Map<string, Set<number>>();
  for (const entity of CODE_ENTITIES) {
    if (!open.some((code) => code.entity === entity)) continue;
    for (const row of state.masters[entity]) {
      if (row.ended) continue;
      const name = nameOf(entity, row);
      records.push({ entity, id: row.id, code: row.shortcut, name });
      for (const text of [row.shortcut, name ?? ''].map(toPlain).filter(Boolean)) {
        const key = keyOf(entity, text);
        alike.set(key, (alike.get(key) ?? new Set()).add(row.id));
      }
    }
  }
  return {
    records,
    codes: open.map(({ entity, external_key, row, chosen }): UnknownCode => {
      const name = nameOf(entity, row);
      const texts = [row.shortcut, name ?? ''].map(toPlain).filter(Boolean);
      const similar = new Set(texts.flatMap((text) => [...(alike.get(keyOf(entity, text)) ?? [])]));
      const told = { entity, external_key, code: row.shortcut, name };
      return { ...told, entity_id: chosen, similar: [...similar].sort((a, b) => a - b) };
    }),
  };
}
