import type { Language } from '../../kernel/product.ts';
import { email as isEmail } from '../../validation/index.ts';
import type { Sex } from '../users/index.ts';
import type { ImportType } from './import-types.ts';
import type { RowStatus } from './preset.ts';

const TYPES: readonly (readonly [ImportType, RegExp])[] = [
  [
    'PARENT',
    /^(eltern|parent|erziehungsberecht|sorgeberecht|guardian|relative|mutter|vater|mother|father|legalguardian)/,
  ],
  ['TEACHER', /^(lehr|teacher|staffteacher|teacherandstaff|enseignant|docente|profes|ogretmen|вчитель)/],
  ['STUDENT', /^(schueler|student|pupil|sus$|eleve|alumn|alunno|ogrenci|учень)/],
  ['EMPLOYEE', /^(mitarbeit|staff|employee|personal|verwaltung|sekretar|administrativ|aide)/],
];

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/ü/gu, 'ue')
    .normalize('NFD')
    .replace(/\p{Mark}|[^\p{L}]/gu, '');

/** The kind of person that a word of a file means; null: an unknown word. */
export function parseType(text: string): ImportType | null {
  const word = plain(text);
  return TYPES.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

const SEX_WORDS: readonly (readonly [Sex, readonly string[]])[] = [
  ['MALE', ['m', 'maennlich', 'mannlich', 'male', 'h', 'herr', 'masculin', 'maschio', 'erkek', 'hombre']],
  ['FEMALE', ['w', 'weiblich', 'f', 'female', 'frau', 'feminin', 'femmina', 'kız', 'kiz', 'k', 'mujer']],
  ['DIVERSE', ['d', 'divers', 'diverse', 'x', 'other']],
  ['NONE', ['oa', 'unspecified', 'ohneangabe']],
];

/** Codes of a source, else letters only: the same digit means opposite things in different programs. Null: not known. */
export function parseSex(text: string, codes: Readonly<Record<string, Sex>> = {}): Sex | null {
  const code = text.trim().toLowerCase();
  if (Object.hasOwn(codes, code)) return codes[code] ?? null;
  const word = plain(text);
  return SEX_WORDS.find(([, words]) => words.includes(word))?.[0] ?? null;
}

const LANGUAGE_WORDS: readonly (readonly [Language, RegExp])[] = [
  ['de', /^(de|deu|ger|deutsch|german|allemand|tedesco|aleman|almanca)/],
  ['en', /^(en$|eng|anglais|inglese|ingles|ingilizce)/],
  ['es', /^(es$|esp|spa|castellano)/],
  ['tr', /^(tr$|tur|tuerk)/],
  ['uk', /^(uk$|ukr|укр|ucr)/],
  ['fr', /^(fr$|fra|fre|franz|french)/],
  ['it', /^(it$|ita)/],
];

const STATUS_WORDS: Readonly<Record<string, RowStatus>> = {
  active: 'active',
  aktiv: 'active',
  inactive: 'not_current',
  inaktiv: 'not_current',
  tobedeleted: 'left',
};

/** What a status says, by the codes of a source, or by plain words; null: not known. */
export function parseStatus(text: string, codes: Readonly<Record<string, RowStatus>> = {}): RowStatus | null {
  const code = text.trim().toLowerCase();
  if (Object.hasOwn(codes, code)) return codes[code] ?? null;
  return Object.hasOwn(STATUS_WORDS, code) ? (STATUS_WORDS[code] ?? null) : null;
}

/** Does a cell say no: `N`, `Nein`, `0`? */
export const saysNo = (text: string): boolean => /^(n|no|nein|non|0|false|falsch|hayır|ні)$/i.test(text.trim());

/** One of the seven languages, by its code or its name; null: another, or an unknown word. */
export function parseLanguage(text: string): Language | null {
  // Of `de-AT` and `Deutsch/Türkisch` the first.
  const word = plain(text.split(/[-_/,;(\s]/)[0] ?? '');
  return LANGUAGE_WORDS.find(([, pattern]) => pattern.test(word))?.[0] ?? null;
}

/** The first address of a cell; null: there is none that is one. */
export function parseEmail(text: string): string | null {
  const first = text.split(/[;,\s]+/).find((part) => part !== '') ?? '';
  return first.length <= 254 && isEmail(first) ? first : null;
}

/** The relation of a parent to a child, by a word. */
export function parseRelation(text: string): 'FATHER' | 'MOTHER' | 'OTHER' {
  const word = plain(text);
  if (/^(mutter|mother|mere|madre|anne|frau|mme)/.test(word)) return 'MOTHER';
  if (/^(vater|father|pere|padre|baba|herr)/.test(word)) return 'FATHER';
  return 'OTHER';
}

/** A class as written; null: empty, or a word that offices use for those who have left. */
export function parseClass(text: string): { class: string | null; type: ImportType | null; hasLeft: boolean } {
  const first = text.split(/[,;]/)[0]?.trim() ?? '';
  if (first === '') return { class: null, type: null, hasLeft: false };
  if (/^(_|Abgang(\s|$))/i.test(first)) return { class: null, type: null, hasLeft: true };
  if (/^(teachers?|Lehrer(innen)?|Lehrkräfte)$/i.test(first)) return { class: null, type: 'TEACHER', hasLeft: false };
  return { class: first.slice(0, 60), type: null, hasLeft: false };
}

const ODD_CLASSES: readonly RegExp[] = [
  /^\d{4,}$/,
  /@/,
  // Dates.
  /^\d{1,2}[./-]\s?\d{1,2}[./-]\s?(\d{2}|\d{4})$|^\d{4}-\d{2}-\d{2}$/,
  // Telephone numbers.
  /^[+(]?\d(?:[\s()/.-]*\d){5,}$/,
];

/** Does the name of a class look like something else: a number, a date, an address, a telephone number? */
export const isOddClass = (name: string): boolean => ODD_CLASSES.some((pattern) => pattern.test(name));

/** `1.23457E+11`, `#NAME?`: a number or an error that a spreadsheet made of an id. */
export const isSpoilt = (text: string): boolean =>
  /^\d+[.,]\d+E\+?\d+$/i.test(text) || /^#[A-ZÄÖÜ/0]+[!?]?$/.test(text);
