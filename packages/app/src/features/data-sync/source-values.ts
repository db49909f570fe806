import { SYNC_ATTRIBUTES, type SyncAttribute, type SyncSource } from '@kreide/core/features/data-sync';

type Text = SyncAttribute | 'base_dn' | 'filter' | 'class_pattern';

/** What is typed about a place: every field as text, and empty where nothing is read. */
export type SourceValues = Pick<SyncSource, 'type'> & Record<Text, string>;
export interface Values {
  sources: SourceValues[];
}

const NEEDED = ['base_dn', 'filter', 'external_id', 'lastname', 'firstname'] as const;
const OPTIONAL = ['email', 'birth_date', 'class', 'class_pattern', 'shortcut'] as const;
export const TEXTS: readonly Text[] = [...NEEDED, ...OPTIONAL];

export const EMPTY_SOURCE: SourceValues = {
  type: 'STUDENT',
  base_dn: '',
  filter: '',
  external_id: '',
  lastname: '',
  firstname: '',
  email: '',
  birth_date: '',
  class: '',
  class_pattern: '',
  shortcut: '',
};

export const toValues = (sources: readonly SyncSource[]): Values => ({
  sources: sources.map((source) => ({
    ...EMPTY_SOURCE,
    ...Object.fromEntries(Object.entries(source).map(([name, value]) => [name, value ?? ''])),
  })),
});

const orNull = (text: string) => text.trim() || null;
const readOf = (values: SourceValues, isRead: boolean, name: 'class' | 'class_pattern' | 'shortcut') =>
  isRead ? orNull(values[name]) : null;

/** Only pupils have a class, only teachers a code. */
export function toSource(values: SourceValues): SyncSource {
  const isPupil = values.type === 'STUDENT';
  const [base_dn, filter, external_id, lastname, firstname] = NEEDED.map((name) => values[name].trim());
  return {
    type: values.type,
    base_dn: base_dn ?? '',
    filter: filter ?? '',
    external_id: external_id ?? '',
    lastname: lastname ?? '',
    firstname: firstname ?? '',
    email: orNull(values.email),
    birth_date: orNull(values.birth_date),
    class: readOf(values, isPupil, 'class'),
    class_pattern: readOf(values, isPupil, 'class_pattern'),
    shortcut: readOf(values, values.type === 'TEACHER', 'shortcut'),
  };
}

/** Where a form shows what is wrong with a field, as the server's path says it. */
export const fieldAt = (index: number, name: string): string => `sources.${index}.${name}`;
export const fieldsOf = ({ sources }: Values): string[] =>
  sources.flatMap((_, index) => TEXTS.map((name) => fieldAt(index, name)));

/** The fields that are empty and may not be. */
export const missingIn = ({ sources }: Values): string[] =>
  sources.flatMap((source, index) =>
    NEEDED.filter((name) => source[name].trim() === '').map((name) => fieldAt(index, name)),
  );

/** A place in a line, for whoever compares two versions of all of them. */
export const sayValues = ({ sources }: Values): string =>
  sources
    .map((source) =>
      [source.base_dn, source.filter, ...SYNC_ATTRIBUTES.map((name) => source[name])].filter(Boolean).join(' · '),
    )
    .join('\n');
